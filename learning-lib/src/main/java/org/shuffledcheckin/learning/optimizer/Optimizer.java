package org.shuffledcheckin.learning.optimizer;

import org.shuffledcheckin.accountant.Arguments;

/**
 * Takes one step of a model, in place. Gives the same bits on every machine: Java's own arithmetic
 * in double, rounded once to float.
 */
public sealed interface Optimizer {
  /** A word for it: sgd, momentum or adam. */
  String name();

  /** Its name and constants as text: equal optimisers have equal texts, on every Java version. */
  String canonicalText();

  /** The length of its state for a model with so many parameters. */
  int stateLength(int parameters);

  /**
   * Steps.
   *
   * @param parameters of the model; changed
   * @param state of this optimiser, zeros at first; changed
   * @param gradient to go against
   * @param rate size of the step
   * @param step number of the step, from 1
   */
  void step(float[] parameters, float[] state, double[] gradient, double rate, long step);

  /** Plain gradient descent. */
  record Sgd() implements Optimizer {
    @Override
    public String name() {
      return "sgd";
    }

    @Override
    public String canonicalText() {
      return name();
    }

    @Override
    public int stateLength(int parameters) {
      return 0;
    }

    @Override
    public void step(float[] parameters, float[] state, double[] gradient, double rate, long step) {
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
      Arguments.requireFraction("momentum", decay);
    }

    @Override
    public String name() {
      return "momentum";
    }

    @Override
    public String canonicalText() {
      return name() + " " + Double.toHexString(decay);
    }

    @Override
    public int stateLength(int parameters) {
      return parameters;
    }

    @Override
    public void step(float[] parameters, float[] state, double[] gradient, double rate, long step) {
      for (int i = 0; i < parameters.length; i++) {
        double velocity = decay * state[i] + gradient[i];
        state[i] = (float) velocity;
        parameters[i] = (float) (parameters[i] - rate * velocity);
      }
    }
  }

  /**
   * Adam (Kingma and Ba 2015), with bias correction.
   *
   * @param decay of the first moment, in [0, 1)
   * @param squareDecay of the second moment, in [0, 1)
   * @param epsilon added to the root of the second moment, positive
   */
  record Adam(double decay, double squareDecay, double epsilon) implements Optimizer {
    /** Validates the constants. */
    public Adam {
      Arguments.requireFraction("first moment decay", decay);
      Arguments.requireFraction("second moment decay", squareDecay);
      Arguments.requirePositive("epsilon of Adam", epsilon);
    }

    @Override
    public String name() {
      return "adam";
    }

    @Override
    public String canonicalText() {
      return name()
          + " "
          + Double.toHexString(decay)
          + " "
          + Double.toHexString(squareDecay)
          + " "
          + Double.toHexString(epsilon);
    }

    @Override
    public int stateLength(int parameters) {
      return Math.multiplyExact(2, parameters);
    }

    @Override
    public void step(float[] parameters, float[] state, double[] gradient, double rate, long step) {
      int count = parameters.length;
      // StrictMath: the same bits everywhere, which Math.pow does not promise.
      double correction = 1 - StrictMath.pow(decay, (double) step);
      double squareCorrection = 1 - StrictMath.pow(squareDecay, (double) step);
      for (int i = 0; i < count; i++) {
        double moment = decay * state[i] + (1 - decay) * gradient[i];
        double square =
            squareDecay * state[count + i] + (1 - squareDecay) * gradient[i] * gradient[i];
        state[i] = (float) moment;
        state[count + i] = (float) square;
        double scaled = (moment / correction) / (Math.sqrt(square / squareCorrection) + epsilon);
        parameters[i] = (float) (parameters[i] - rate * scaled);
      }
    }
  }
}
