package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/** Short names for the rounds that tests speak of. */
final class Rounds {
  private Rounds() {}

  static CheckInRound pure(long clients, double rate, double epsilon0) {
    return new CheckInRound(
        clients, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
  }

  static CheckInRound gaussian(long clients, double rate, double noise) {
    return new CheckInRound(
        clients, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.Gaussian(noise));
  }

  static CheckInRound sum(long clients, double rate, double noise) {
    return new CheckInRound(
        clients, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.GaussianSum(noise));
  }

  static CheckInRound of(long clients, double rate, CheckInLaw law, LocalGuarantee guarantee) {
    return new CheckInRound(clients, rate, law, guarantee);
  }

  static CheckInRound poisson(long clients, double rate, double noise) {
    return new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
  }

  static CheckInRound purePoisson(long clients, double rate, double epsilon0) {
    return new CheckInRound(
        clients, rate, CheckInLaw.POISSON, new LocalGuarantee.PureLdp(epsilon0));
  }
}
