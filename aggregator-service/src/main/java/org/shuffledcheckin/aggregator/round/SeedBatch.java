package org.shuffledcheckin.aggregator.round;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportContext;
import org.shuffledcheckin.kit.sealing.ReportOpener;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.sum.RoundMasks;
import org.shuffledcheckin.report.sum.WordSum;

/**
 * Opens the sealed seeds of a batch on several threads, judges them in the order in which they
 * came, and adds up their masks. The verdict depends on the seeds and their order only, so that it
 * is the same after a restart. Holds 32 bytes for every seed.
 */
final class SeedBatch {
  private final ReportOpener opener;
  private final Executor executor;
  private final int threads;
  private final Semaphore blocksUnderWay;
  private final List<CompletableFuture<List<Optional<byte[]>>>> blocks = new ArrayList<>();

  SeedBatch(ReportOpener opener, int threads, Executor executor) {
    this.opener = opener;
    this.executor = executor;
    this.threads = threads;
    this.blocksUnderWay = new Semaphore(2 * threads);
  }

  /** Takes a block of sealed seeds, waiting while many are under way. */
  void add(List<byte[]> sealedSeeds) throws InterruptedException {
    blocksUnderWay.acquire();
    blocks.add(
        CompletableFuture.supplyAsync(() -> sealedSeeds.stream().map(this::open).toList(), executor)
            .whenComplete((seeds, failure) -> blocksUnderWay.release()));
  }

  private Optional<byte[]> open(byte[] sealed) {
    return opener.open(sealed).filter(seed -> seed.length == RoundMasks.SEED_BYTES);
  }

  /**
   * What is to become of a batch.
   *
   * @param kept places of seeds that opened and were not there before
   * @param seeds those seeds, in their order
   * @param struck how many were not kept, by reason's label
   */
  record Judged(BitSet kept, List<byte[]> seeds, Map<String, Long> struck) {}

  /** Waits for all blocks and judges their seeds. */
  Judged judge(SecureRandom random) {
    DuplicateFilter known = new DuplicateFilter(random);
    BitSet kept = new BitSet();
    List<byte[]> seeds = new ArrayList<>();
    Map<String, Long> struck = new TreeMap<>();
    int place = 0;
    for (CompletableFuture<List<Optional<byte[]>>> block : blocks) {
      for (Optional<byte[]> seed : join(block)) {
        if (seed.isEmpty()) {
          struck.merge(RejectionReason.NOT_FOR_THIS_ROUND.label(), 1L, Long::sum);
        } else if (known.isNew(seed.get())) {
          kept.set(place);
          seeds.add(seed.get());
        } else {
          struck.merge(RejectionReason.DUPLICATE.label(), 1L, Long::sum);
        }
        place++;
      }
    }
    return new Judged(kept, seeds, struck);
  }

  /** Adds up what the seeds stand for in a round. */
  WordSum masks(List<byte[]> seeds, RoundTerms round) {
    List<CompletableFuture<WordSum>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      List<byte[]> part = seeds.subList(share(seeds.size(), i), share(seeds.size(), i + 1));
      parts.add(CompletableFuture.supplyAsync(() -> expand(part, round), executor));
    }
    WordSum total = new WordSum(round.randomizer().dimension());
    parts.forEach(part -> total.add(join(part)));
    return total;
  }

  private int share(int size, int part) {
    return (int) ((long) size * part / threads);
  }

  private static WordSum expand(List<byte[]> seeds, RoundTerms round) {
    WordSum sum = new WordSum(round.randomizer().dimension());
    RoundMasks masks = ReportContext.masks(round);
    seeds.forEach(seed -> masks.addTo(sum, seed));
    return sum;
  }

  private static <T> T join(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("seeds could not be opened", e.getCause());
    }
  }
}
