package org.shuffledcheckin.aggregator.round;

import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.shuffledcheckin.kit.sealing.ReportOpener;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Opens, checks and adds the reports of one batch on several threads. Holds one partial sum and one
 * block of reports per thread, whatever the size of the batch; {@link #add} waits while all are
 * busy. The result depends on the set of reports only.
 */
final class BatchSum {
  private final int threads;
  private final Executor executor;
  private final ReportOpener opener;
  private final DuplicateFilter duplicates;
  private final BlockingQueue<ReportAggregate> idle;
  private final Map<RejectionReason, Long> rejected = new EnumMap<>(RejectionReason.class);
  private Optional<Throwable> failure = Optional.empty();

  BatchSum(
      ReportOpener opener,
      RandomizerSpec randomizer,
      int threads,
      Executor executor,
      SecureRandom random) {
    this.opener = opener;
    this.threads = threads;
    this.executor = executor;
    this.duplicates = new DuplicateFilter(random);
    this.idle = new ArrayBlockingQueue<>(threads);
    for (int i = 0; i < threads; i++) {
      idle.add(randomizer.newAggregate());
    }
  }

  /**
   * What a batch added up to.
   *
   * @param sum of the counted reports
   * @param rejected how many were not counted, by reason's label
   */
  record Result(ReportAggregate sum, Map<String, Long> rejected) {
    long reports() {
      return sum.count() + rejected.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Takes a block of sealed reports, waiting for a free thread. */
  void add(List<byte[]> sealedReports) throws InterruptedException {
    ReportAggregate partial = idle.take();
    try {
      executor.execute(() -> add(sealedReports, partial));
    } catch (RejectedExecutionException e) {
      idle.add(partial);
      throw e;
    }
  }

  /** Waits for all blocks and adds the partial sums. */
  Result finish() throws InterruptedException {
    ReportAggregate total = idle.take();
    for (int i = 1; i < threads; i++) {
      total.merge(idle.take());
    }
    synchronized (this) {
      if (failure.isPresent()) {
        throw new IllegalStateException("a batch could not be summed", failure.get());
      }
      Map<String, Long> labels = new TreeMap<>();
      rejected.forEach((reason, count) -> labels.put(reason.label(), count));
      return new Result(total, labels);
    }
  }

  // Whatever happens, the partial sum goes back, or finish would wait for ever.
  private void add(List<byte[]> sealedReports, ReportAggregate partial) {
    Map<RejectionReason, Long> refused = new EnumMap<>(RejectionReason.class);
    Optional<Throwable> broken = Optional.empty();
    try {
      for (byte[] sealed : sealedReports) {
        add(sealed, partial).ifPresent(reason -> refused.merge(reason, 1L, Long::sum));
      }
    } catch (RuntimeException | Error e) {
      broken = Optional.of(e);
    }
    synchronized (this) {
      refused.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
      if (failure.isEmpty()) {
        failure = broken;
      }
    }
    idle.add(partial);
  }

  private Optional<RejectionReason> add(byte[] sealed, ReportAggregate partial) {
    Optional<byte[]> report = opener.open(sealed);
    if (report.isEmpty()) {
      return Optional.of(RejectionReason.NOT_FOR_THIS_ROUND);
    }
    // Only what opens is remembered: rubbish must not fill the filter.
    if (!duplicates.isNew(sealed)) {
      return Optional.of(RejectionReason.DUPLICATE);
    }
    return partial.add(report.get());
  }
}
