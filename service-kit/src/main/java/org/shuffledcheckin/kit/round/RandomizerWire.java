package org.shuffledcheckin.kit.round;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shuffledcheckin.proto.v1.Randomizer;
import org.shuffledcheckin.report.randomizer.RandomizerFields;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.SpecField;

/** A randomiser on the wire: its kind and named numbers, whatever the kind. */
final class RandomizerWire {
  private RandomizerWire() {}

  static Randomizer toWire(RandomizerSpec spec) {
    Randomizer.Builder wire = Randomizer.newBuilder().setKind(spec.kind().label());
    Map<String, Double> values = spec.fields().values();
    for (SpecField field : spec.kind().fields()) {
      wire.addFieldsBuilder().setName(field.name()).setValue(values.get(field.name()));
    }
    return wire.build();
  }

  static RandomizerSpec fromWire(Randomizer wire) {
    Map<String, Double> values = new LinkedHashMap<>();
    wire.getFieldsList().forEach(field -> values.put(field.getName(), field.getValue()));
    RandomizerSpec spec = new RandomizerFields(RandomizerKind.of(wire.getKind()), values).spec();
    // One form only: no field twice, in another order or left to a default.
    if (!toWire(spec).getFieldsList().equals(wire.getFieldsList())) {
      throw new IllegalArgumentException(
          "randomiser must name each of its fields once and in order: " + spec.canonicalText());
    }
    return spec;
  }
}
