package org.shuffledcheckin.experiments.reference;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;
import org.shuffledcheckin.report.noise.DiscreteGaussian;
import org.shuffledcheckin.report.sum.RoundMasks;
import org.shuffledcheckin.report.sum.WordSum;

/** What a report of distributed check-in is made of: its noise, its mask, its share. */
final class ShareQuantities {
  private ShareQuantities() {}

  static Map<String, Quantity> all() {
    return Map.of(
        "dgauss_kappa", ShareQuantities::kappa,
        "dgauss_cdt", ShareQuantities::cumulative,
        "mask_split", ShareQuantities::split);
  }

  /** How far a sum of discrete Gaussians is from a rounded Gaussian, as a logarithm of ratios. */
  private static Map<String, Object> kappa(CaseInputs in) {
    double s = in.number("s");
    long k = in.count("k");
    double added = 0;
    for (long j = 1; j < k; j++) {
      double smooth = smoothness(s * Math.sqrt(j / (j + 1.0)));
      added += Math.log1p(smooth) - Math.log1p(-smooth);
    }
    double rounded =
        Math.log1p(smoothness(s * Math.sqrt((double) k))) - Math.log1p(-smoothness(in.number("r")));
    return Map.of("tau_k", added, "tau_r", rounded, "kappa", in.count("d") * (added + rounded));
  }

  /** How uneven the sum of a Gaussian over the integers is when it is shifted. */
  private static double smoothness(double r) {
    double sum = 0;
    for (int m = 20; m >= 1; m--) {
      sum += 2 * Math.exp(-2 * Math.PI * Math.PI * r * r * m * m);
    }
    return sum;
  }

  private static Map<String, Object> cumulative(CaseInputs in) {
    double s = in.number("s");
    Map<String, Object> table = new HashMap<>();
    int last = (int) Math.floor(13.35 * s) + 2;
    table.put("entries", last + 1L);
    for (int m = 0; m <= last; m++) {
      table.put("T" + m, DiscreteGaussian.cumulative(s, m, (int) in.count("bits")).toString(16));
    }
    return table;
  }

  private static Map<String, Object> split(CaseInputs in) {
    byte[] seed = HexFormat.of().parseHex(in.text("seed"));
    List<String> words = in.texts("y");
    byte[] context = HexFormat.of().parseHex(in.text("round_id") + in.text("model_hash"));
    RoundMasks masks = new RoundMasks(context);
    WordSum mask = new WordSum(words.size());
    masks.addTo(mask, seed);
    ByteBuffer report =
        ByteBuffer.allocate(words.size() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    words.forEach(word -> report.putInt(Integer.parseInt(word)));
    masks.subtractFrom(report.array(), seed);
    Map<String, Object> parts = new HashMap<>();
    parts.put("key", HexFormat.of().formatHex(masks.key(seed)));
    putWords("A", mask.toBytes(), parts);
    putWords("B", report.array(), parts);
    return parts;
  }

  private static void putWords(String name, byte[] bytes, Map<String, Object> parts) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; words.hasRemaining(); i++) {
      parts.put(name + "." + i, "%08x".formatted(words.getInt()));
    }
  }
}
