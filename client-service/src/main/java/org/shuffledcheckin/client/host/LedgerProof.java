package org.shuffledcheckin.client.host;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Checks that a signed ledger head charges its round and extends the head that is remembered of the
 * run: a ledger whose past was rewritten is noticed, however long it is.
 *
 * <p>A run of which nothing is remembered is trusted on first use: the links that came must follow
 * each other, end at the signed length and charge the round, but only from the run's first link on
 * can they be folded. Not for several threads.
 */
final class LedgerProof {
  /** How many pages are asked for because of one announcement; the next goes on from there. */
  static final int MOST_PAGES = 64;

  private final HostExchange exchange;
  private Optional<Reached> reached = Optional.empty();

  /** How far pages were folded from a remembered head without having met a signed one yet. */
  private record Reached(RoundId.Run run, Head from, Head to) {}

  LedgerProof(HostExchange exchange) {
    this.exchange = exchange;
  }

  /** Why the links that came with a round cannot be its own; nothing if they can. */
  static Optional<RefusalReason> checkLinks(OpenedRound opened) {
    List<Link> links = opened.links();
    Link last = links.get(links.size() - 1);
    boolean ordered = true;
    for (int i = 1; i < links.size(); i++) {
      ordered &= links.get(i).sequence() == links.get(i - 1).sequence() + 1;
    }
    boolean charged =
        last.sequence() == opened.round().ledger().sequence()
            && last.charges(opened.announcement().digest());
    return ordered && charged && links.get(0).sequence() >= 1
        ? checkWhole(opened)
        : Optional.of(RefusalReason.LEDGER_UNPROVEN);
  }

  private static Optional<RefusalReason> checkWhole(OpenedRound opened) {
    if (opened.links().get(0).sequence() > 1) {
      return Optional.empty();
    }
    Head genesis = LedgerChain.genesis(opened.id().run());
    return LedgerChain.extend(genesis, opened.links()).equals(opened.round().ledger())
        ? Optional.empty()
        : Optional.of(RefusalReason.LEDGER_UNPROVEN);
  }

  /** Why the signed head does not extend the remembered one; nothing if it does. */
  Optional<RefusalReason> checkExtends(OpenedRound opened, RunMemory memory, RoundTime time)
      throws InterruptedException {
    Optional<Head> before = reach(opened, memory, time);
    if (before.isEmpty()) {
      return Optional.of(RefusalReason.LEDGER_UNPROVEN);
    }
    reached = Optional.empty();
    List<Link> since =
        opened.links().stream().filter(link -> link.sequence() > before.get().sequence()).toList();
    return LedgerChain.extend(before.get(), since).equals(opened.round().ledger())
        ? Optional.empty()
        : Optional.of(RefusalReason.LEDGER_FORKED);
  }

  /** A head that the announced links follow, folded from the remembered one; nothing if none. */
  private Optional<Head> reach(OpenedRound opened, RunMemory memory, RoundTime time)
      throws InterruptedException {
    RoundId.Run run = opened.id().run();
    long until = opened.links().get(0).sequence() - 1;
    Head head =
        reached
            .filter(known -> known.run().equals(run) && known.from().equals(memory.head()))
            .map(Reached::to)
            .filter(known -> known.sequence() <= until)
            .orElse(memory.head());
    for (int page = 0; head.sequence() < until && page < MOST_PAGES && !time.isOver(); page++) {
      Head next = fold(head, exchange.links(run, head.sequence(), time), until);
      if (next.equals(head)) {
        return Optional.empty();
      }
      head = next;
      reached = Optional.of(new Reached(run, memory.head(), head));
    }
    return head.sequence() < until ? Optional.empty() : Optional.of(head);
  }

  /** The head after a page, as far as it is needed; the same head if the page is of no use. */
  private static Head fold(Head head, Optional<List<Link>> page, long until) {
    Head next = head;
    for (Link link : page.orElse(List.of())) {
      if (link.sequence() <= until) {
        if (link.sequence() != next.sequence() + 1) {
          return head;
        }
        next = LedgerChain.extend(next, link);
      }
    }
    return next;
  }
}
