package org.shuffledcheckin.accountant;

/** The texts of local guarantees: a name and numbers, separated by colons. */
final class GuaranteeText {
  static final String PURE = "pure-ldp";
  static final String BINARY = "binary-response";
  static final String K_ARY = "k-ary-response";
  static final String LAPLACE = "laplace";
  static final String GAUSSIAN = "gaussian";

  private GuaranteeText() {}

  static String of(String name, double number) {
    return name + ":" + number;
  }

  static LocalGuarantee parse(String text) {
    String[] parts = text.split(":", -1);
    LocalGuarantee guarantee =
        switch (parts[0]) {
          case PURE -> new LocalGuarantee.PureLdp(number(parts, 1, text));
          case BINARY -> new LocalGuarantee.BinaryResponse(number(parts, 1, text));
          case K_ARY ->
              new LocalGuarantee.KAryResponse(number(parts, 1, text), (int) number(parts, 2, text));
          case LAPLACE ->
              new LocalGuarantee.Laplace(number(parts, 1, text), (int) number(parts, 2, text));
          case GAUSSIAN -> new LocalGuarantee.Gaussian(number(parts, 1, text));
          default -> throw unreadable(text);
        };
    if (!guarantee.text().equals(text)) {
      throw unreadable(text);
    }
    return guarantee;
  }

  private static double number(String[] parts, int index, String text) {
    try {
      return index < parts.length ? Double.parseDouble(parts[index]) : Double.NaN;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not the text of a local guarantee: " + text, e);
    }
  }

  private static IllegalArgumentException unreadable(String text) {
    return new IllegalArgumentException("not the text of a local guarantee: " + text);
  }
}
