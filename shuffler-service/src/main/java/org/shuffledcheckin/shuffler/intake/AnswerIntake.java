package org.shuffledcheckin.shuffler.intake;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundRegistry;

/**
 * Checks answers on the caller's thread, as far as that needs no order among them, and hands them
 * to the group commit. Keeps nothing of a call but its outcome counts.
 */
public final class AnswerIntake {
  private final RoundRegistry rounds;
  private final ClientRegistry clients;
  private final RefusalLimit limit;
  private final Predicate<AnswerWork> queue;
  private final IntakeMeters meters;

  /**
   * Makes an intake.
   *
   * @param queue takes work for the group commit; false where there is no room
   */
  public AnswerIntake(
      RoundRegistry rounds,
      ClientRegistry clients,
      IntakeLimits limits,
      LongSupplier nanoTime,
      Predicate<AnswerWork> queue,
      IntakeMeters meters) {
    this.rounds = rounds;
    this.clients = clients;
    this.limit = new RefusalLimit(limits.refusedPerClient(), limits.refusedWindow(), nanoTime);
    this.queue = queue;
    this.meters = meters;
  }

  /** Takes answers whose tokens name their clients. */
  public CompletableFuture<Outcome[]> answer(RoundId round, List<ClientAnswer> answers) {
    return answer(round, answers, answer -> clients.authenticate(answer.credential()));
  }

  /** Takes the answer of the client that a verified certificate names. */
  public CompletableFuture<Outcome[]> answerCertified(
      RoundId round, OptionalLong certified, List<ClientAnswer> answers) {
    return answer(round, answers, answer -> clients.authenticateCertified(certified));
  }

  private CompletableFuture<Outcome[]> answer(
      RoundId id, List<ClientAnswer> answers, Function<ClientAnswer, OptionalLong> authenticate) {
    long began = System.nanoTime();
    AnswerWork work = new AnswerWork(id, answers);
    Optional<LiveRound> round = rounds.find(id).filter(LiveRound::takesAnswers);
    for (int i = 0; i < work.size(); i++) {
      check(work, i, round, authenticate.apply(answers.get(i)));
    }
    return enqueue(work, began);
  }

  private void check(AnswerWork work, int index, Optional<LiveRound> round, OptionalLong client) {
    if (client.isEmpty()) {
      work.decide(index, Outcome.NOT_AUTHORISED);
    } else if (round.isEmpty()) {
      work.decide(index, Outcome.ROUND_NOT_OPEN);
    } else if (limit.isExhausted(client.getAsLong())) {
      work.decide(index, Outcome.BUSY);
    } else if (work.reports(index).size() > WireLimits.REPORTS_PER_CLIENT) {
      work.decide(index, Outcome.TOO_MANY_REPORTS);
      limit.refused(client.getAsLong());
    } else if (!lengthsMatch(work.reports(index), round.get())) {
      work.decide(index, Outcome.WRONG_LENGTH);
      limit.refused(client.getAsLong());
    } else {
      work.authenticated(index, client.getAsLong());
    }
  }

  private CompletableFuture<Outcome[]> enqueue(AnswerWork work, long began) {
    if (work.isDecided() || !queue.test(work)) {
      work.refuse();
    }
    return work.done()
        .thenApply(
            outcomes -> {
              for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i] == Outcome.ALREADY_ANSWERED) {
                  limit.refused(work.client(i));
                }
              }
              meters.count(outcomes, System.nanoTime() - began);
              return outcomes;
            });
  }

  private static boolean lengthsMatch(List<byte[]> reports, LiveRound round) {
    int length = round.terms().sealedReportBytes();
    return reports.stream().allMatch(report -> report.length == length);
  }
}
