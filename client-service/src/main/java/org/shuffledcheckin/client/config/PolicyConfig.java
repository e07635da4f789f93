package org.shuffledcheckin.client.config;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.round.Digest;

/**
 * What a client accepts; see {@link ClientPolicy}.
 *
 * @param lifetimeEpsilon what all rounds together may cost
 * @param lifetimeDelta at which that is stated
 * @param largestCheckInRate the largest rate of the draw
 * @param laws of the draw
 * @param smallestNoiseMultiplier the smallest Gaussian noise
 * @param largestEpsilon0 the largest local epsilon of a report
 * @param smallestPopulation the fewest honest clients to hide among
 * @param largestModel the longest serialised model
 * @param models accepted models by SHA-256; empty accepts any
 * @param architectures accepted architectures by SHA-256; empty accepts any of known layers
 */
public record PolicyConfig(
    @Default("2") double lifetimeEpsilon,
    @Default("0.00001") double lifetimeDelta,
    @Default("0.1") double largestCheckInRate,
    @Default("POISSON,BERNOULLI") List<CheckInLaw> laws,
    @Default("0.8") double smallestNoiseMultiplier,
    @Default("4") double largestEpsilon0,
    @Default("1000") long smallestPopulation,
    @Default("16MiB") ByteSize largestModel,
    @Default("") List<String> models,
    @Default("") List<String> architectures) {
  /** Validates all values together. */
  public PolicyConfig {
    laws = List.copyOf(laws);
    models = List.copyOf(models);
    architectures = List.copyOf(architectures);
    ClientPolicy unused =
        policy(
            lifetimeEpsilon,
            lifetimeDelta,
            largestCheckInRate,
            laws,
            smallestNoiseMultiplier,
            largestEpsilon0,
            smallestPopulation,
            largestModel,
            models,
            architectures);
  }

  /** The policy. */
  public ClientPolicy policy() {
    return policy(
        lifetimeEpsilon,
        lifetimeDelta,
        largestCheckInRate,
        laws,
        smallestNoiseMultiplier,
        largestEpsilon0,
        smallestPopulation,
        largestModel,
        models,
        architectures);
  }

  private static ClientPolicy policy(
      double lifetimeEpsilon,
      double lifetimeDelta,
      double largestCheckInRate,
      List<CheckInLaw> laws,
      double smallestNoiseMultiplier,
      double largestEpsilon0,
      long smallestPopulation,
      ByteSize largestModel,
      List<String> models,
      List<String> architectures) {
    return new ClientPolicy(
        largestCheckInRate,
        Set.copyOf(laws),
        smallestNoiseMultiplier,
        largestEpsilon0,
        smallestPopulation,
        lifetimeEpsilon,
        lifetimeDelta,
        new ClientPolicy.ModelPolicy(
            largestModel.bytes(), digests(models), digests(architectures)));
  }

  private static Set<Digest> digests(List<String> hex) {
    return hex.stream().map(Digest::fromHex).collect(Collectors.toUnmodifiableSet());
  }
}
