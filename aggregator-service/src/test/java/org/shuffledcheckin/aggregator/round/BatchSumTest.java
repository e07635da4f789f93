package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.model.TrainingTask;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

class BatchSumTest {
  private static final int REPORTS = 200;

  private final ExecutorService executor = Executors.newFixedThreadPool(3);
  private final RoundKey key = RoundKey.generate();
  private final Announcement round =
      Announcement.of(
          new TestPlan()
              .plan()
              .terms(
                  new RoundId(TestRounds.RUN, 1),
                  UnitReports.RANDOMIZER,
                  new byte[0],
                  key.publicKey(),
                  0.1));

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  /** Random gradients, randomised as clients do. */
  private List<byte[]> reports(long seed) {
    LocalRandomizer randomizer = UnitReports.RANDOMIZER.newRandomizer();
    ReportSealer sealer = new ReportSealer(round);
    Random values = new Random(seed);
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(seed);
    List<byte[]> sealed = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      float[] gradient = new float[UnitReports.DIMENSION];
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] = (float) values.nextGaussian();
      }
      sealed.add(sealer.seal(randomizer.randomize(gradient, randomness.openStream())));
    }
    return sealed;
  }

  private BatchSum.Result sum(List<byte[]> reports, int threads, int block)
      throws InterruptedException {
    BatchSum sum =
        new BatchSum(
            key.opener(round), UnitReports.RANDOMIZER, threads, executor, new SecureRandom());
    for (int i = 0; i < reports.size(); i += block) {
      sum.add(reports.subList(i, Math.min(i + block, reports.size())));
    }
    return sum.finish();
  }

  @Test
  void apply_anyOrderThreadsAndBlocks_givesTheSameModelToTheBit() throws InterruptedException {
    long seed = 20260101;
    List<byte[]> reports = reports(seed);
    for (Optimizer optimizer :
        List.of(
            new Optimizer.Sgd(),
            new Optimizer.Momentum(0.9),
            new Optimizer.Adam(0.9, 0.999, 1e-8))) {
      for (Averaging averaging : Averaging.values()) {
        RoundTask task = task(optimizer, averaging);
        StoredModel first = twoRounds(task, reports, 1, REPORTS);
        Random order = new Random(seed);
        for (int i = 0; i < 4; i++) {
          Collections.shuffle(reports, order);
          StoredModel again = twoRounds(task, reports, 1 + i % 3, 1 + order.nextInt(40));
          assertThat(again).isEqualTo(first);
        }
        assertThat(first.parameters()).doesNotContain(0f);
      }
    }
  }

  private StoredModel twoRounds(RoundTask task, List<byte[]> reports, int threads, int block)
      throws InterruptedException {
    BatchSum.Result result = sum(reports, threads, block);
    assertThat(result.rejected()).isEmpty();
    StoredModel one = task.apply(task.initial(), result.sum(), 1).model();
    return task.apply(one, result.sum(), 2).model();
  }

  private static RoundTask task(Optimizer optimizer, Averaging averaging) {
    return new TrainingTask(
        UnitReports.MODEL,
        new float[UnitReports.DIMENSION],
        UnitReports.RANDOMIZER,
        new StepRule(
            averaging,
            123.4,
            0.5,
            new LearningRate(0.1, LearningRate.Schedule.LINEAR_DECAY, 10),
            optimizer),
        new WireModel());
  }

  @Test
  void finish_duplicatesOnSeveralThreads_countOnce() throws InterruptedException {
    List<byte[]> reports = reports(7);
    List<byte[]> many = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      many.addAll(reports);
    }
    Collections.shuffle(many, new Random(7));
    BatchSum.Result result = sum(many, 3, 10);
    assertThat(result.sum().count()).isEqualTo(REPORTS);
    assertThat(result.rejected()).containsEntry("duplicate", 4L * REPORTS).hasSize(1);
    assertThat(result.sum().sums()).isEqualTo(sum(reports, 1, 7).sum().sums());
    assertThat(result.reports()).isEqualTo(5L * REPORTS);
  }

  @Test
  void finish_workerBroke_failsLoudly() throws InterruptedException {
    List<byte[]> broken = new ArrayList<>();
    broken.add(null);
    assertThatThrownBy(() -> sum(broken, 2, 1)).isInstanceOf(IllegalStateException.class);
  }

  /** Under a key that everybody knows, reports could be made to collide. */
  @Test
  void isNew_everyRound_hasAKeyOfItsOwn() {
    AtomicInteger drawn = new AtomicInteger();
    DuplicateFilter unused =
        new DuplicateFilter(
            new SecureRandom() {
              private static final long serialVersionUID = 1;

              @Override
              public void nextBytes(byte[] bytes) {
                drawn.addAndGet(bytes.length);
              }
            });
    assertThat(drawn).hasValue(16);
  }

  @Test
  void isNew_manyReports_remembersAll() {
    DuplicateFilter filter = new DuplicateFilter(new SecureRandom());
    byte[] report = new byte[8];
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < 50_000; i++) {
        java.nio.ByteBuffer.wrap(report).putInt(i);
        assertThat(filter.isNew(report)).isEqualTo(pass == 0);
      }
    }
  }
}
