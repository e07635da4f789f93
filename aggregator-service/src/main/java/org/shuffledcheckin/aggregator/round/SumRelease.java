package org.shuffledcheckin.aggregator.round;

import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.aggregator.store.StoredRound.Announced;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSumAggregate;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.sum.WordSum;

/**
 * Receives a round of which only the sum is seen: first all sealed seeds, on which it gives its one
 * verdict; then the sum of the shares that the verdict keeps, from which it takes the masks.
 *
 * <p>What it learns of the reports is their number and their sum. The verdict must come first: a
 * single seed that does not open would leave the whole sum masked, and to ask for the sum without
 * that report would be to ask for the report.
 */
final class SumRelease {
  private final ShufflerLink shuffler;
  private final RunParts.Resources resources;

  SumRelease(ShufflerLink shuffler, RunParts.Resources resources) {
    this.shuffler = shuffler;
    this.resources = resources;
  }

  /**
   * What a batch came to.
   *
   * @param result the sum; nothing if the round has to be discarded
   * @param why it has, in that case
   */
  record Received(Optional<BatchSum.Result> result, String why) {
    static Received of(BatchSum.Result result) {
      return new Received(Optional.of(result), "");
    }

    static Received discarded(String why) {
      return new Received(Optional.empty(), why);
    }
  }

  /** Judges a released batch of sealed seeds and receives its sum. */
  Received receive(Announced announced, ShufflerLink.Batch batch) throws InterruptedException {
    RoundTerms round = announced.announcement().terms();
    SeedBatch seeds =
        new SeedBatch(
            announced.key().opener(announced.announcement()),
            resources.threads(),
            resources.executor());
    batch.forEachBlock(seeds::add);
    SeedBatch.Judged judged = seeds.judge(resources.random());
    ShufflerLink.Sum sum = shuffler.sum(round.id(), judged.kept(), batch.reports());
    if (sum.disposition() != ShufflerLink.Disposition.RELEASED) {
      return Received.discarded(sum.disposition().name());
    }
    WordSum total = seeds.masks(judged.seeds(), round);
    add(total, sum, judged);
    return read((GaussianSumSpec) round.randomizer(), total, judged);
  }

  private static void add(WordSum total, ShufflerLink.Sum sum, SeedBatch.Judged judged) {
    if (sum.kept() != judged.seeds().size() || sum.words().length != total.bytes()) {
      throw new ShufflerUnavailable(
          "The shuffler's sum is not one of %d reports of %d words; asking again."
              .formatted(judged.seeds().size(), total.dimension()));
    }
    total.add(sum.words(), 0);
  }

  private static Received read(GaussianSumSpec spec, WordSum total, SeedBatch.Judged judged) {
    if (!spec.cannotWrap(judged.seeds().size())) {
      return Received.discarded("BATCH_TOO_LARGE");
    }
    GaussianSumAggregate aggregate = GaussianSumAggregate.of(spec, total, judged.seeds().size());
    Map<String, Long> struck = judged.struck();
    return aggregate.isTooLong()
        ? Received.discarded("SUM_TOO_LONG")
        : Received.of(new BatchSum.Result(aggregate, struck));
  }
}
