package org.shuffledcheckin.aggregator.model;

/**
 * Takes one step of a model, in place. Gives the same bits on every machine: Java's own arithmetic
 * in double, rounded once to float.
 */
public sealed interface Optimizer {
  /** How many numbers it remembers of a model with so many parameters. */
  int memoryLength(int parameters);

  /**
   * Steps.
   *
   * @param parameters of the model; changed
   * @param memory of this optimiser, zeros at first; changed
   * @param gradient to go against
   * @param rate size of the step
   * @param step number of the step, from 1
   */
  void step(float[] parameters, float[] memory, double[] gradient, double rate, long step);

  /** Plain gradient descent. */
  record Sgd() implements Optimizer {
    @Override
    public int memoryLength(int parameters) {
      return 0;
    }

    @Override
    public void step(
        float[] parameters, float[] memory, double[] gradient, double rate, long step) {
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] = (float) (parameters[i] - rate * gradient[i]);
      }
    }
  }

  /**
   * Gradient descent with a heavy ball: v = decay v + g, parameters -= rate v.
   *
   * @param decay in [0, 1)
   */
  record Momentum(double decay) implements Optimizer {
    /** Validates the decay. */
    public Momentum {
      requireDecay("momentum", decay);
    }

    @Override
    public int memoryLength(int parameters) {
      return parameters;
    }

    @Override
    public void step(
        float[] parameters, float[] memory, double[] gradient, double rate, long step) {
      for (int i = 0; i < parameters.length; i++) {
        double velocity = decay * memory[i] + gradient[i];
        memory[i] = (float) velocity;
        parameters[i] = (float) (parameters[i] - rate * velocity);
      }
    }
  }

  /**
   * Adam (Kingma and Ba 2015), with bias correction.
   *
   * @param decay of the first moment, in [0, 1)
   * @param squareDecay of the second moment, in [0, 1)
   * @param stabilizer added to the root of the second moment, positive
   */
  record Adam(double decay, double squareDecay, double stabilizer) implements Optimizer {
    /** Validates the constants. */
    public Adam {
      requireDecay("first moment decay", decay);
      requireDecay("second moment decay", squareDecay);
      if (!(stabilizer > 0 && stabilizer < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "stabilizer must be positive and finite but is " + stabilizer);
      }
    }

    @Override
    public int memoryLength(int parameters) {
      return Math.multiplyExact(2, parameters);
    }

    @Override
    public void step(
        float[] parameters, float[] memory, double[] gradient, double rate, long step) {
      int count = parameters.length;
      // StrictMath: the same bits everywhere, which Math.pow does not promise.
      double correction = 1 - StrictMath.pow(decay, (double) step);
      double squareCorrection = 1 - StrictMath.pow(squareDecay, (double) step);
      for (int i = 0; i < count; i++) {
        double moment = decay * memory[i] + (1 - decay) * gradient[i];
        double square =
            squareDecay * memory[count + i] + (1 - squareDecay) * gradient[i] * gradient[i];
        memory[i] = (float) moment;
        memory[count + i] = (float) square;
        double scaled = (moment / correction) / (Math.sqrt(square / squareCorrection) + stabilizer);
        parameters[i] = (float) (parameters[i] - rate * scaled);
      }
    }
  }

  private static void requireDecay(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1) but is " + value);
    }
  }
}
