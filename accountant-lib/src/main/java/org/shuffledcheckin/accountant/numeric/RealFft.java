package org.shuffledcheckin.accountant.numeric;

/**
 * The discrete Fourier transform of real data of a fixed length, a power of two.
 *
 * <p>Instances are immutable and may be shared between threads.
 *
 * <p>With u = 2^-53 and L = log2(n/2) stages of butterflies, all errors are at most {@link
 * #relativeError()} = (8.2 L + 7) u, in two senses:
 *
 * <ul>
 *   <li>each output of {@link #forward}, relative to the sum of the absolute inputs;
 *   <li>all outputs of {@link #inverse} together, as a Euclidean norm relative to that of the exact
 *       result.
 * </ul>
 *
 * <p><i>Proof.</i> A factor w is computed from its own angle of at most an eighth of a turn. The
 * angle is off by 1.36 u relatively, its cosine and sine therefore by 0.76 u, and by another u each
 * because Java computes them to one unit in the last place: w is off by less than 2.5 u. A complex
 * product is off by the square root of 5 times u (Brent, Percival, Zimmermann 2007), an addition by
 * u. So a butterfly a + wb is off by u|a| + 5.74 u|b| at most, beside what its inputs are off by.
 * Every value on the way is a sum of inputs times factors of modulus 1, hence after L stages an
 * output is off by 5.75 L u times the sum of the absolute inputs, and because a stage is the square
 * root of 2 times a unitary map, all together by 5.75 L u relatively to their norm. Real data are
 * packed in pairs, z = even + i odd, and taken apart by X = Z(1 - iw)/2 + conj(Z')(1 + iw)/2. Of
 * single errors that makes |1 - iw|/2 + |1 + iw|/2, at most the square root of 2, times as much;
 * norms it keeps. Its own arithmetic costs less than 7 u. Scaling by powers of two is exact, and
 * what underflows is below 2^-1000 in all. ∎
 */
public final class RealFft {
  private static final double UNIT = 0x1p-53;

  private final int length;
  private final int half;
  private final double[] cosines;
  private final double[] sines;
  private final int[] reversed;

  /** Prepares transforms of this length, a power of two and at least 4. */
  public RealFft(int length) {
    if (length < 4 || Integer.bitCount(length) != 1) {
      throw new IllegalArgumentException(
          "length must be a power of two from 4 on but is " + length);
    }
    this.length = length;
    this.half = length / 2;
    this.cosines = new double[half];
    this.sines = new double[half];
    for (int k = 0; k < half; k++) {
      cosines[k] = cosine(k, length);
      sines[k] = cosine(k - length / 4, length);
    }
    this.reversed = bitReversal(half);
  }

  /** Bounds errors relative to the sum of the absolute inputs, or to the Euclidean norm. */
  public double relativeError() {
    int stages = Integer.numberOfTrailingZeros(half);
    return (8.2 * stages + 7) * UNIT;
  }

  /**
   * Computes X[k] = sum over j of x[j] e^(-2 pi i jk/n) for k = 0, ..., n/2.
   *
   * @param values n real values; left unchanged
   * @param re receives n/2 + 1 real parts
   * @param im receives n/2 + 1 imaginary parts
   */
  public void forward(double[] values, double[] re, double[] im) {
    for (int j = 0; j < half; j++) {
      int to = reversed[j];
      re[to] = values[2 * j];
      im[to] = values[2 * j + 1];
    }
    butterflies(re, im);
    untangle(re, im);
  }

  /**
   * Inverts {@link #forward}: the result is real because the missing half of the spectrum is taken
   * as the conjugate of the given half.
   *
   * @param re n/2 + 1 real parts; overwritten
   * @param im n/2 + 1 imaginary parts; overwritten
   * @param values receives n real values
   */
  public void inverse(double[] re, double[] im, double[] values) {
    tangle(re, im);
    double[] a = new double[half];
    double[] b = new double[half];
    for (int j = 0; j < half; j++) {
      int to = reversed[j];
      a[to] = re[j];
      b[to] = -im[j];
    }
    butterflies(a, b);
    double scale = 1.0 / half;
    for (int j = 0; j < half; j++) {
      values[2 * j] = a[j] * scale;
      values[2 * j + 1] = -b[j] * scale;
    }
  }

  /** Turns the transform of the packed pairs into the transform of the real sequence. */
  private void untangle(double[] re, double[] im) {
    double zeroRe = re[0];
    double zeroIm = im[0];
    re[0] = zeroRe + zeroIm;
    im[0] = 0;
    re[half] = zeroRe - zeroIm;
    im[half] = 0;
    for (int k = 1; k <= half / 2; k++) {
      int mirror = half - k;
      double evenRe = 0.5 * (re[k] + re[mirror]);
      double evenIm = 0.5 * (im[k] - im[mirror]);
      double oddRe = 0.5 * (im[k] + im[mirror]);
      double oddIm = -0.5 * (re[k] - re[mirror]);
      double c = cosines[k];
      double s = sines[k];
      double turnedRe = oddRe * c + oddIm * s;
      double turnedIm = oddIm * c - oddRe * s;
      re[k] = evenRe + turnedRe;
      im[k] = evenIm + turnedIm;
      re[mirror] = evenRe - turnedRe;
      im[mirror] = turnedIm - evenIm;
    }
  }

  /** Undoes {@link #untangle}. */
  private void tangle(double[] re, double[] im) {
    double zero = re[0];
    double nyquist = re[half];
    re[0] = 0.5 * (zero + nyquist);
    im[0] = 0.5 * (zero - nyquist);
    for (int k = 1; k <= half / 2; k++) {
      int mirror = half - k;
      double evenRe = 0.5 * (re[k] + re[mirror]);
      double evenIm = 0.5 * (im[k] - im[mirror]);
      double turnedRe = 0.5 * (re[k] - re[mirror]);
      double turnedIm = 0.5 * (im[k] + im[mirror]);
      double c = cosines[k];
      double s = sines[k];
      double oddRe = turnedRe * c - turnedIm * s;
      double oddIm = turnedIm * c + turnedRe * s;
      re[k] = evenRe - oddIm;
      im[k] = evenIm + oddRe;
      re[mirror] = evenRe + oddIm;
      im[mirror] = oddRe - evenIm;
    }
  }

  /** Transforms n/2 complex values, given in bit-reversed order, by pairs of radix-2 stages. */
  private void butterflies(double[] re, double[] im) {
    int size = 1;
    if ((Integer.numberOfTrailingZeros(half) & 1) == 1) {
      pairs(re, im);
      size = 2;
    }
    for (; size < half; size *= 4) {
      quadruples(re, im, size);
    }
  }

  private void pairs(double[] re, double[] im) {
    for (int j = 0; j < half; j += 2) {
      double r = re[j + 1];
      double i = im[j + 1];
      re[j + 1] = re[j] - r;
      im[j + 1] = im[j] - i;
      re[j] += r;
      im[j] += i;
    }
  }

  private void quadruples(double[] re, double[] im, int size) {
    int stride = length / (4 * size);
    for (int start = 0; start < half; start += 4 * size) {
      for (int j = 0; j < size; j++) {
        int i0 = start + j;
        int i1 = i0 + size;
        int i2 = i1 + size;
        int i3 = i2 + size;
        int w = j * stride;
        double c1 = cosines[w];
        double s1 = sines[w];
        double c2 = cosines[2 * w];
        double s2 = sines[2 * w];
        double r1 = re[i1] * c2 + im[i1] * s2;
        double m1 = im[i1] * c2 - re[i1] * s2;
        double r3 = re[i3] * c2 + im[i3] * s2;
        double m3 = im[i3] * c2 - re[i3] * s2;
        double sumRe = re[i2] + r3;
        double sumIm = im[i2] + m3;
        double differenceRe = re[i2] - r3;
        double differenceIm = im[i2] - m3;
        double r2 = sumRe * c1 + sumIm * s1;
        double m2 = sumIm * c1 - sumRe * s1;
        // A quarter turn further: multiplied by -i.
        double rq = differenceIm * c1 - differenceRe * s1;
        double mq = -(differenceRe * c1 + differenceIm * s1);
        double lowRe = re[i0] + r1;
        double lowIm = im[i0] + m1;
        double highRe = re[i0] - r1;
        double highIm = im[i0] - m1;
        re[i0] = lowRe + r2;
        im[i0] = lowIm + m2;
        re[i2] = lowRe - r2;
        im[i2] = lowIm - m2;
        re[i1] = highRe + rq;
        im[i1] = highIm + mq;
        re[i3] = highRe - rq;
        im[i3] = highIm - mq;
      }
    }
  }

  /** cos(2 pi k/n), from an angle of at most an eighth of a turn. */
  private static double cosine(int k, int n) {
    int turn = Math.floorMod(k, n);
    if (turn > n / 2) {
      turn = n - turn;
    }
    if (turn > n / 4) {
      return -cosine(n / 2 - turn, n);
    }
    return turn > n / 8
        ? Math.sin(2 * Math.PI * (n / 4 - turn) / n)
        : Math.cos(2 * Math.PI * turn / n);
  }

  private static int[] bitReversal(int n) {
    int bits = Integer.numberOfTrailingZeros(n);
    int[] reversed = new int[n];
    for (int j = 0; j < n; j++) {
      reversed[j] = bits == 0 ? 0 : Integer.reverse(j) >>> (32 - bits);
    }
    return reversed;
  }
}
