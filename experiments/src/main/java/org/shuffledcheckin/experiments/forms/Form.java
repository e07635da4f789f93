package org.shuffledcheckin.experiments.forms;

import java.util.List;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SubsampledGaussian;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Who sees what of a round, and hence what its noise is worth. */
enum Form {
  /** The aggregator sees the sum of the reports, the shuffler none of them. */
  DISTRIBUTED("distributed check-in"),
  /** The aggregator sees every report but not whose it is. */
  SHUFFLED("shuffled check-in"),
  /** A trusted server sees every gradient and puts noise on their sum. */
  CENTRAL("central DP-SGD");

  private final String text;

  Form(String text) {
    this.text = text;
  }

  /** The laws by which clients may draw. */
  List<CheckInLaw> laws() {
    return this == SHUFFLED
        ? List.of(CheckInLaw.POISSON, CheckInLaw.BERNOULLI)
        : List.of(CheckInLaw.BERNOULLI);
  }

  /**
   * The randomiser that a run is simulated with. The noise of a trusted server comes in as many
   * parts as there are reports: its variance is the server's on average over rounds, and within a
   * few percent of it in each.
   *
   * @param noise of one report in units of the clip
   */
  RandomizerSpec randomizer(int dimension, double clip, double noise) {
    return this == SHUFFLED
        ? GaussianSpec.withSuitableGrid(dimension, clip, noise)
        : GaussianSumSpec.withSuitableGrid(dimension, clip, noise);
  }

  /** What rounds with this randomiser cost against who sees the most of what is released. */
  UpperBound cost(Population population, RandomizerSpec randomizer, long rounds, double delta) {
    return this == CENTRAL
        ? central(population, (GaussianSumSpec) randomizer).epsilon(rounds, delta)
        : SoundAccountant.create()
            .compose(population.charge(randomizer, SumRule.ample(population)), rounds)
            .epsilon(delta);
  }

  /** One Gaussian mechanism on the sum, with the noise of as many reports as are expected. */
  private static SubsampledGaussian central(Population population, GaussianSumSpec parts) {
    double noise = parts.noiseMultiplier() * Math.sqrt(population.expectedReports());
    double mu = new LocalGuarantee.Gaussian(noise).mu();
    return new SubsampledGaussian(population.clients(), population.rate(), mu);
  }

  @Override
  public String toString() {
    return text;
  }
}
