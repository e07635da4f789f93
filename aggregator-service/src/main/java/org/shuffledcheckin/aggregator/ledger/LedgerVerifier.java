package org.shuffledcheckin.aggregator.ledger;

import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Recomputes a ledger from its first entry: the chain, entry by entry, what each round is charged
 * with, and what the accountant says the rounds cost, at the end of every stretch of equal rounds
 * and at every power of two. Refuses a ledger that claims to have spent less than this accountant
 * proves; one that claims more errs on the safe side and is accepted.
 *
 * <p>Speaks of one run, whose rounds are a plan. What several runs cost together does not follow
 * from their ledgers: a run may have been begun, or ended, for what another showed. Their limits
 * add up.
 */
public final class LedgerVerifier {
  /** How far two orders of composing the same rounds may differ by rounding. */
  static final double TOLERANCE = 1e-6;

  private final LedgerAudit audit;
  private PrivacyAccountant before;
  private Optional<Charge> newest = Optional.empty();
  private Optional<UpperBound> derived = Optional.empty();
  private long stretch;

  /**
   * Begins at the empty ledger of a run.
   *
   * @param fresh an accountant of no rounds
   */
  public LedgerVerifier(RoundId.Run run, PrivacyAccountant fresh) {
    this.audit = new LedgerAudit(run);
    this.before = fresh;
  }

  /**
   * What a verified ledger holds.
   *
   * @param head the head of the chain
   * @param recorded what the ledger says was spent; nothing if it is empty
   * @param derived what this accountant says was spent
   */
  public record Findings(Head head, Optional<UpperBound> recorded, Optional<UpperBound> derived) {}

  /** Notes that somebody has seen a head of this ledger; see {@link LedgerAudit#remembers}. */
  public LedgerVerifier remembers(String witness, Optional<Head> seen) {
    audit.remembers(witness, seen);
    return this;
  }

  /**
   * Takes the next entry.
   *
   * @throws LedgerRefusal if it does not continue the chain or understates what was spent
   */
  public void next(LedgerEntry entry) {
    Charge charge = audit.next(entry);
    requireByTheRule(charge);
    if (newest.isPresent() && !newest.get().accounted().equals(charge.accounted())) {
      endStretch();
    }
    newest = Optional.of(charge);
    stretch++;
    if (Long.bitCount(entry.sequence()) == 1) {
      derive();
    }
  }

  /**
   * Ends the verification.
   *
   * @throws LedgerRefusal if the ledger understates what was spent, or was cut or rewritten
   */
  public Findings end() {
    if (stretch > 0) {
      derive();
    }
    return new Findings(audit.end(), newest.map(Charge::after), derived);
  }

  /**
   * Entries from before clients pledged charged for no losses; they stand as they were written. The
   * rule is computed alike everywhere, so that there is nothing to tolerate.
   */
  private static void requireByTheRule(Charge charge) {
    if (!charge.isPledged()) {
      return;
    }
    CheckInRound accounted = charge.accounted();
    CheckInRound rule = rule(charge);
    if (!rule.guarantee().implies(accounted.guarantee())) {
      throw new LedgerRefusal(
          "The ledger understates what was spent: entry %d is charged with %s, where its rule gives %s."
              .formatted(
                  charge.round().number(), accounted.guarantee().text(), rule.guarantee().text()));
    }
    if (!charge.terms().isProven()) {
      throw new LedgerRefusal(
          "The ledger understates what was spent: entry %d is charged with %d clients and loss mass %s, where its population allows at most %d clients and at least %s."
              .formatted(
                  charge.round().number(),
                  accounted.clients(),
                  accounted.lossMass(),
                  rule.clients(),
                  rule.lossMass()));
    }
  }

  private static CheckInRound rule(Charge charge) {
    try {
      return charge.terms().rule();
    } catch (IllegalArgumentException e) {
      throw new LedgerRefusal(
          "The ledger is broken: entry %d charges for a round that hides nobody."
              .formatted(charge.round().number()),
          e);
    }
  }

  private void endStretch() {
    before = derive();
    stretch = 0;
  }

  private PrivacyAccountant derive() {
    Charge charge = newest.orElseThrow();
    CheckInRound round = charge.accounted();
    PrivacyAccountant then = compose(charge, round);
    UpperBound bound = then.epsilon(charge.after().delta());
    if (charge.after().epsilon() < bound.epsilon() * (1 - TOLERANCE) - TOLERANCE) {
      throw new LedgerRefusal(
          "The ledger understates what was spent: entry %d says epsilon %s, the accountant proves %s."
              .formatted(charge.round().number(), charge.after().epsilon(), bound.epsilon()));
    }
    derived = Optional.of(bound);
    return then;
  }

  private PrivacyAccountant compose(Charge charge, CheckInRound round) {
    try {
      return before.compose(round, stretch);
    } catch (IllegalArgumentException e) {
      throw new LedgerRefusal(
          "No proven bound exists for round " + charge.round().number() + " of the ledger.", e);
    }
  }
}
