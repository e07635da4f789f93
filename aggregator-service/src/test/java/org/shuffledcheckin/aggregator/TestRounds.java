package org.shuffledcheckin.aggregator;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.store.StoredRound;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Rounds and charges for tests. */
public final class TestRounds {
  /** The run of all tests. */
  public static final RoundId.Run RUN = RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f");

  /** A moment of no importance. */
  public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** What each report of a test round is. */
  public static final RandomizerSpec RANDOMIZER = GaussianSpec.withSuitableGrid(10, 0.5, 1.0);

  /** Who takes part in each. */
  public static final Population POPULATION =
      new Population(1100, 1000, 2, 0.05, CheckInLaw.POISSON);

  /** What each test round tells the accountant. */
  public static final CheckInRound ROUND = POPULATION.charge(RANDOMIZER.guarantee());

  /** Signs the rounds of tests. */
  public static final SigningKeys KEYS = SigningKeys.generate();

  private TestRounds() {}

  /** A charge that leaves the run at an epsilon. */
  public static Charge charge(long number, double epsilon) {
    return charge(number, ROUND, epsilon);
  }

  /** A charge for a round as the accountant sees it. */
  public static Charge charge(long number, CheckInRound round, double epsilon) {
    return new Charge(
        new Charge.Terms(
            new RoundId(RUN, number),
            new Population(
                POPULATION.clients(),
                POPULATION.honest(),
                POPULATION.lossLimit(),
                round.checkInRate(),
                round.law()),
            round,
            Optional.of(RANDOMIZER),
            Digest.sha256(new byte[] {(byte) number})),
        new UpperBound(epsilon, 1e-5, "test"),
        100,
        NOON.plusSeconds(number));
  }

  /** The entry that charges a round after a head. */
  public static LedgerEntry entry(Head head, double epsilon) {
    return LedgerEntry.after(head, charge(head.sequence() + 1, epsilon));
  }

  /** A round that was just charged. */
  public static StoredRound charged(long number, RoundKey key) {
    RoundTerms terms =
        new RoundTerms(
            new RoundId(RUN, number),
            POPULATION,
            new ReportTerms(RANDOMIZER, ModelDigest.of(new byte[0]), key.publicKey()),
            new RoundWindow(Duration.ofSeconds(30), 5, 0),
            new Budget(0.25, 1e-5));
    return StoredRound.charged(Announcement.of(terms), key);
  }
}
