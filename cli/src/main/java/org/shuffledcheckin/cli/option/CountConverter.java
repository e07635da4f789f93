package org.shuffledcheckin.cli.option;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads whole numbers, also written as 1e6 or 60_000. */
public final class CountConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return new BigDecimal(text.replace("_", "")).longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new TypeConversionException("must be a whole number but is '" + text + "'");
    }
  }
}
