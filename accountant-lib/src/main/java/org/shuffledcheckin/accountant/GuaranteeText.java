package org.shuffledcheckin.accountant;

/**
 * The texts of local guarantees: a name and numbers, separated by colons. Numbers are read by their
 * value: run-times differ in the digits that they write for one.
 */
final class GuaranteeText {
  static final String PURE = "pure-ldp";
  static final String BINARY = "binary-response";
  static final String K_ARY = "k-ary-response";
  static final String LAPLACE = "laplace";
  static final String GAUSSIAN = "gaussian";
  static final String GAUSSIAN_SUM = "gaussian-sum";
  static final String GAUSSIAN_SUM_OF_KNOWN = "gaussian-sum-of-known";

  private GuaranteeText() {}

  static String of(String name, double number) {
    return name + ":" + number;
  }

  static LocalGuarantee parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      return switch (parts[0] + "/" + (parts.length - 1)) {
        case PURE + "/1" -> new LocalGuarantee.PureLdp(Double.parseDouble(parts[1]));
        case BINARY + "/1" -> new LocalGuarantee.BinaryResponse(Double.parseDouble(parts[1]));
        case K_ARY + "/2" ->
            new LocalGuarantee.KAryResponse(
                Double.parseDouble(parts[1]), Integer.parseInt(parts[2]));
        case LAPLACE + "/2" ->
            new LocalGuarantee.Laplace(Double.parseDouble(parts[1]), Integer.parseInt(parts[2]));
        case GAUSSIAN + "/1" -> new LocalGuarantee.Gaussian(Double.parseDouble(parts[1]));
        case GAUSSIAN_SUM + "/1" -> new LocalGuarantee.GaussianSum(Double.parseDouble(parts[1]));
        case GAUSSIAN_SUM_OF_KNOWN + "/1" ->
            new LocalGuarantee.GaussianSum(Double.parseDouble(parts[1]), true);
        default -> throw unreadable(text);
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not the text of a local guarantee: " + text, e);
    }
  }

  private static IllegalArgumentException unreadable(String text) {
    return new IllegalArgumentException("not the text of a local guarantee: " + text);
  }
}
