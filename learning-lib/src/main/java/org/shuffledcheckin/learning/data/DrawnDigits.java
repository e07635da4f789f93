package org.shuffledcheckin.learning.data;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws digits of 28x28 pixels: strokes with random position, slant, turn, scale, thickness and
 * unsteadiness, over a noisy ground. The same seed gives the same images on every machine. Public,
 * nobody's data; not MNIST, but a problem of its kind that needs no download.
 */
public final class DrawnDigits {
  private static final int SIDE = 28;
  private static final int CLASSES = 10;
  private static final int STEPS_PER_POINT = 5;
  private static final double UNSTEADINESS = 0.045;

  private final SplittableRandom random;
  private final float[] ink = new float[SIDE * SIDE];
  private double xx;
  private double xy;
  private double yx;
  private double yy;
  private double left;
  private double top;
  private double radius;

  private DrawnDigits(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Returns {@code size} drawn digits; record i depends on the seed and i alone. */
  public static Dataset dataset(String name, int size, long seed) {
    byte[] pixels = new byte[Math.multiplyExact(size, SIDE * SIDE)];
    byte[] labels = new byte[size];
    for (int i = 0; i < size; i++) {
      // An odd multiplier scatters neighbouring indices; SplittableRandom mixes the rest.
      DrawnDigits pen = new DrawnDigits(seed * 0x9E3779B97F4A7C15L + i * 0xD1342543DE82EF95L);
      labels[i] = (byte) pen.random.nextInt(CLASSES);
      pen.draw(labels[i]);
      pen.develop(pixels, i * SIDE * SIDE);
    }
    return Dataset.ofBytes(name, new Shape(1, SIDE, SIDE), CLASSES, pixels, labels);
  }

  private void draw(int digit) {
    holdThePen();
    List<List<DigitStrokes.Stroke>> variants = DigitStrokes.variants(digit);
    for (DigitStrokes.Stroke stroke : variants.get(random.nextInt(variants.size()))) {
      double[][] points = unsteady(stroke.points());
      for (int i = 0; i + 1 < points.length; i++) {
        if (stroke.curved()) {
          curve(points, i);
        } else {
          line(points[i], points[i + 1]);
        }
      }
    }
  }

  /** Chooses how the unit square lies on the image. */
  private void holdThePen() {
    double turn = between(-0.22, 0.22);
    double slant = between(-0.35, 0.35);
    double width = between(9, 17);
    double height = between(14, 21);
    // StrictMath: the same on every machine.
    double cos = StrictMath.cos(turn);
    double sin = StrictMath.sin(turn);
    xx = width * cos;
    xy = -height * (sin + slant * cos);
    yx = width * sin;
    yy = height * (cos - slant * sin);
    left = SIDE / 2.0 + between(-3, 3) - (xx + xy) / 2;
    top = SIDE / 2.0 + between(-3, 3) - (yx + yy) / 2;
    radius = between(0.6, 1.9);
  }

  private double[][] unsteady(List<double[]> points) {
    double[][] placed = new double[points.size()][];
    for (int i = 0; i < placed.length; i++) {
      double x = points.get(i)[0] + between(-UNSTEADINESS, UNSTEADINESS);
      double y = points.get(i)[1] + between(-UNSTEADINESS, UNSTEADINESS);
      placed[i] = new double[] {left + xx * x + xy * y, top + yx * x + yy * y};
    }
    return placed;
  }

  /** A Catmull-Rom arc from point i to the next one. */
  private void curve(double[][] points, int i) {
    double[] before = points[Math.max(i - 1, 0)];
    double[] from = points[i];
    double[] to = points[i + 1];
    double[] after = points[Math.min(i + 2, points.length - 1)];
    double[] last = from;
    for (int step = 1; step <= STEPS_PER_POINT; step++) {
      double t = (double) step / STEPS_PER_POINT;
      double[] next = {
        spline(before[0], from[0], to[0], after[0], t),
        spline(before[1], from[1], to[1], after[1], t)
      };
      line(last, next);
      last = next;
    }
  }

  private static double spline(double p, double q, double r, double s, double t) {
    return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
  }

  /** Inks every pixel near a line, darker the nearer it is. */
  private void line(double[] from, double[] to) {
    double reach = radius + 1;
    int firstRow = clamp(Math.min(from[1], to[1]) - reach);
    int lastRow = clamp(Math.max(from[1], to[1]) + reach);
    int firstColumn = clamp(Math.min(from[0], to[0]) - reach);
    int lastColumn = clamp(Math.max(from[0], to[0]) + reach);
    for (int row = firstRow; row <= lastRow; row++) {
      for (int column = firstColumn; column <= lastColumn; column++) {
        double distance = distance(column + 0.5, row + 0.5, from, to);
        float darkness = (float) Math.max(0, Math.min(1, 0.5 + radius - distance));
        ink[row * SIDE + column] = Math.max(ink[row * SIDE + column], darkness);
      }
    }
  }

  private static double distance(double x, double y, double[] from, double[] to) {
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    double square = dx * dx + dy * dy;
    double along = square == 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / square;
    double t = Math.max(0, Math.min(1, along));
    double ox = x - from[0] - t * dx;
    double oy = y - from[1] - t * dy;
    return Math.sqrt(ox * ox + oy * oy);
  }

  /** Turns ink into bytes: uneven darkness, a grainy ground, now and then a speck. */
  private void develop(byte[] pixels, int at) {
    double darkness = between(150, 255);
    int grain = random.nextInt(2, 40);
    for (int i = 0; i < ink.length; i++) {
      long bits = random.nextLong();
      int speck = (bits & 0x1ff) == 0 ? (int) (bits >>> 56) : 0;
      // The difference of two even numbers in [0, grain): a triangle around 0.
      int noise = fraction(bits >>> 9, grain) - fraction(bits >>> 25, grain);
      int value = (int) (ink[i] * darkness) + noise + speck;
      pixels[at + i] = (byte) Math.max(0, Math.min(255, value));
    }
  }

  /** Returns an even number in [0, bound) from the lowest 16 bits. */
  private static int fraction(long bits, int bound) {
    return (int) (((bits & 0xffff) * bound) >> 16);
  }

  private double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  private static int clamp(double position) {
    return (int) Math.max(0, Math.min(SIDE - 1, Math.floor(position)));
  }
}
