package org.shuffledcheckin.cli.option;

import org.shuffledcheckin.report.randomizer.RandomizerKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a kind of randomiser by the name that it has in configurations. */
public final class RandomizerKindConverter implements ITypeConverter<RandomizerKind> {
  @Override
  public RandomizerKind convert(String value) {
    try {
      return RandomizerKind.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
