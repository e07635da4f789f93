package org.shuffledcheckin.report.noise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Opens streams that anybody who knows the seed can repeat: for simulations, tests and public
 * directions only, never for a report of a real record.
 *
 * <p>The streams form a tree: {@link #child} is a function of the seed and the labels alone, so a
 * simulation that gives every client and round its own child draws the same bits whatever the
 * number of threads. The streams of one node are numbered in the order of their opening.
 */
public final class InsecureSeededRandomness implements ReportRandomness {
  /** Bytes of a seed for {@link #expandPublicSeed}. */
  public static final int PUBLIC_SEED_BYTES = AesCtrStream.KEY_BYTES;

  private static final byte[] ROOT = label("root");
  private static final byte[] CHILD = label("child");
  private static final byte[] STREAM = label("stream");

  private final byte[] node;
  private final AtomicLong opened = new AtomicLong();

  /** Starts the tree of the given seed. */
  public InsecureSeededRandomness(long seed) {
    this(derive(ROOT, new byte[0], seed));
  }

  private InsecureSeededRandomness(byte[] node) {
    this.node = node;
  }

  /** Returns the node under this one with the given label, with none of its streams opened yet. */
  public InsecureSeededRandomness child(long label) {
    return new InsecureSeededRandomness(derive(CHILD, node, label));
  }

  @Override
  public RandomGenerator openStream() {
    return new AesCtrStream(derive(STREAM, node, opened.getAndIncrement()));
  }

  /** Expands a seed that is itself published; the result is as public as the seed. */
  public static RandomGenerator expandPublicSeed(byte[] seed) {
    return new AesCtrStream(seed);
  }

  private static byte[] derive(byte[] purpose, byte[] parent, long label) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(purpose);
      digest.update(parent);
      return digest.digest(ByteBuffer.allocate(Long.BYTES).putLong(label).array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime offers no SHA-256", e);
    }
  }

  private static byte[] label(String name) {
    return ("shuffled-checkin insecure " + name + "\0").getBytes(StandardCharsets.US_ASCII);
  }
}
