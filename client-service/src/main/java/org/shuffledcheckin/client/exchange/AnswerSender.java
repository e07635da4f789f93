package org.shuffledcheckin.client.exchange;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * Hands in the answers of one round: packs them into requests within the wire's limits, keeps a few
 * requests under way, and repeats what failed or was refused for the moment, as the same bytes,
 * until attempts or the round's time run out. Memory is bounded by the number of requests under
 * way. Safe for several threads.
 */
public final class AnswerSender {
  private static final int REQUEST_OVERHEAD = 64;
  private static final long POLL_MILLIS = 100;
  private static final int GRACE_POLLS = 20;

  private final Shuffler shuffler;
  private final RoundId round;
  private final RoundTime time;
  private final Retries retries;
  private final int window;
  private final Semaphore slots;
  private long added;
  private long answeredElsewhere;
  private final Map<AnswerOutcome, Long> outcomes = new EnumMap<>(AnswerOutcome.class);
  private final List<Answer> unreachable = new ArrayList<>();
  private List<Answer> filling = new ArrayList<>();
  private int fillingBytes = REQUEST_OVERHEAD;

  /**
   * Prepares to hand in answers.
   *
   * @param window how many requests may be under way
   */
  public AnswerSender(
      Shuffler shuffler, RoundId round, RoundTime time, Retries retries, int window) {
    this.shuffler = shuffler;
    this.round = round;
    this.time = time;
    this.retries = retries;
    this.window = window;
    this.slots = new Semaphore(window);
  }

  /** Adds an answer; waits while too many requests are under way. */
  public void add(Answer answer) throws InterruptedException {
    List<Answer> full;
    synchronized (this) {
      int bytes = answer.wireBytes();
      boolean fits =
          filling.size() < WireLimits.ANSWERS_PER_REQUEST
              && fillingBytes + bytes <= WireLimits.MESSAGE_BYTES;
      full = fits ? List.of() : takeFilling();
      filling.add(answer);
      fillingBytes += bytes;
      added++;
    }
    send(full);
  }

  /** Sends what was added so far without waiting for a request to fill. */
  public void flush() throws InterruptedException {
    List<Answer> rest;
    synchronized (this) {
      rest = takeFilling();
    }
    send(rest);
  }

  /** Waits until every answer has found its end or the round is over, then counts them. */
  public Tally finish() throws InterruptedException {
    flush();
    if (await(window)) {
      slots.release(window);
    }
    synchronized (this) {
      Map<AnswerOutcome, Long> ends = new EnumMap<>(outcomes);
      long known = ends.values().stream().mapToLong(Long::longValue).sum();
      ends.merge(AnswerOutcome.UNREACHABLE, added - known, Long::sum);
      ends.values().removeIf(count -> count == 0);
      return new Tally(ends, unreachable, answeredElsewhere);
    }
  }

  /** Waits for so many slots, though not much longer than anyone would hear of the answers. */
  private boolean await(int permits) throws InterruptedException {
    int polls = 0;
    while (!slots.tryAcquire(permits, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (time.isOver() && ++polls > GRACE_POLLS) {
        return false;
      }
    }
    return true;
  }

  /**
   * What became of a round's answers.
   *
   * @param outcomes how many answers ended how
   * @param unreachable those whose end nobody knows; sending the same bytes again is safe
   * @param answeredElsewhere how many were answered already when they were sent for the first time
   */
  public record Tally(
      Map<AnswerOutcome, Long> outcomes, List<Answer> unreachable, long answeredElsewhere) {
    /** Copies both. */
    public Tally {
      outcomes = Map.copyOf(outcomes);
      unreachable = List.copyOf(unreachable);
    }

    /** How many answers ended so. */
    public long of(AnswerOutcome outcome) {
      return outcomes.getOrDefault(outcome, 0L);
    }
  }

  private List<Answer> takeFilling() {
    List<Answer> taken = filling;
    filling = new ArrayList<>();
    fillingBytes = REQUEST_OVERHEAD;
    return taken;
  }

  private void send(List<Answer> answers) throws InterruptedException {
    if (!answers.isEmpty() && await(1)) {
      attempt(answers, 1);
    }
  }

  private void attempt(List<Answer> answers, int number) {
    if (time.isOver()) {
      giveUp(answers);
      return;
    }
    CompletableFuture<List<AnswerOutcome>> unused =
        shuffler
            .answer(round, answers, retries.timeout(time))
            .whenComplete((replies, failure) -> replied(answers, replies, failure, number));
  }

  private void replied(
      List<Answer> answers, List<AnswerOutcome> replies, Throwable failure, int number) {
    if (failure == null && replies.size() == answers.size()) {
      settle(answers, replies, number);
    } else if (failure instanceof ExchangeException known && !known.mayRetry()) {
      count(AnswerOutcome.UNKNOWN, answers.size());
      slots.release();
    } else {
      again(answers, number);
    }
  }

  private void settle(List<Answer> answers, List<AnswerOutcome> replies, int number) {
    List<Answer> busy = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      if (replies.get(i).mayRetry()) {
        busy.add(answers.get(i));
      } else {
        count(replies.get(i), 1);
        if (number == 1 && replies.get(i) == AnswerOutcome.ALREADY_ANSWERED) {
          answeredElsewhere();
        }
      }
    }
    if (busy.isEmpty()) {
      slots.release();
    } else {
      again(busy, number);
    }
  }

  private void again(List<Answer> answers, int number) {
    // A timer refuses work once its owner closes; nothing is lost, a later start resends.
    if (!retries.repeat(number, time, () -> attempt(answers, number + 1))) {
      giveUp(answers);
    }
  }

  private void giveUp(List<Answer> answers) {
    synchronized (this) {
      unreachable.addAll(answers);
    }
    count(AnswerOutcome.UNREACHABLE, answers.size());
    slots.release();
  }

  private synchronized void answeredElsewhere() {
    answeredElsewhere++;
  }

  private synchronized void count(AnswerOutcome outcome, long answers) {
    outcomes.merge(outcome, answers, Long::sum);
  }
}
