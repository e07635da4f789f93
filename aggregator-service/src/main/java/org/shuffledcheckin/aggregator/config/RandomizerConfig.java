package org.shuffledcheckin.aggregator.config;

import java.util.Optional;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizedResponseSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What every report is. Each kind has its own values; those of other kinds must be left out.
 *
 * @param kind of randomiser
 * @param clip of gradients: gaussian, ldp-sgd
 * @param noiseMultiplier standard deviation in units of the clip: gaussian
 * @param epsilon0 of one report: ldp-sgd, laplace, k-ary
 * @param lower end of the values: laplace
 * @param upper end of the values: laplace
 * @param categories of answers: k-ary
 */
public record RandomizerConfig(
    Kind kind,
    Optional<Double> clip,
    Optional<Double> noiseMultiplier,
    Optional<Double> epsilon0,
    Optional<Double> lower,
    Optional<Double> upper,
    Optional<Integer> categories) {

  /** Kinds of randomiser. */
  public enum Kind {
    /** Gaussian noise on clipped gradients. */
    GAUSSIAN,
    /** A random direction that leans toward the gradient. */
    LDP_SGD,
    /** Noise on a number. */
    LAPLACE,
    /** Randomised response. */
    K_ARY
  }

  /** Validates that exactly the kind's own values are given. */
  public RandomizerConfig {
    boolean training = kind == Kind.GAUSSIAN || kind == Kind.LDP_SGD;
    require("clip", clip, training, kind);
    require("noise-multiplier", noiseMultiplier, kind == Kind.GAUSSIAN, kind);
    require("epsilon0", epsilon0, kind != Kind.GAUSSIAN, kind);
    require("lower", lower, kind == Kind.LAPLACE, kind);
    require("upper", upper, kind == Kind.LAPLACE, kind);
    require("categories", categories, kind == Kind.K_ARY, kind);
  }

  private static void require(String name, Optional<?> value, boolean wanted, Kind kind) {
    if (value.isPresent() != wanted) {
      throw new IllegalArgumentException(
          name + (wanted ? " is required for " : " must be left out for ") + kind);
    }
  }

  /** Whether its reports are gradients. */
  public boolean trains() {
    return kind == Kind.GAUSSIAN || kind == Kind.LDP_SGD;
  }

  /**
   * The full description.
   *
   * @param dimension of the gradients, where reports are gradients
   */
  RandomizerSpec spec(int dimension) {
    return switch (kind) {
      case GAUSSIAN ->
          GaussianSpec.withSuitableGrid(
              dimension, clip.orElseThrow(), noiseMultiplier.orElseThrow());
      case LDP_SGD -> new LdpSgdSpec(dimension, clip.orElseThrow(), epsilon0.orElseThrow());
      case LAPLACE ->
          new LaplaceSpec(lower.orElseThrow(), upper.orElseThrow(), epsilon0.orElseThrow());
      case K_ARY -> new RandomizedResponseSpec(categories.orElseThrow(), epsilon0.orElseThrow());
    };
  }
}
