package org.shuffledcheckin.benchmarks.client;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.LocalTask;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.client.training.ReportWorker;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.signing.VerifyingKeys;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

/** Measures the processor time of each stage of a client's round; run by hand, prints a table. */
public final class StageRates {
  private static final int CLIENTS = 60_000;
  private static final Duration EACH = Duration.ofSeconds(2);

  private StageRates() {}

  private interface Work {
    void run(int i) throws Exception;
  }

  /** Runs the measurement; the argument is a folder for the journal. */
  public static void main(String[] arguments) throws Exception {
    Dataset data = images();
    ClientPartition partition = ClientPartition.onePerClient(data);
    ModelSpec spec = Models.named("features", data.shape(), 10);
    GaussianSpec noise = GaussianSpec.withSuitableGrid(spec.parameterCount(), 0.3, 1);
    RoundTerms terms =
        new RoundTerms(
            new RoundId(RoundId.Run.random(new SecureRandom()), 1),
            Population.allHonest(CLIENTS, 0.05, CheckInLaw.POISSON),
            new ReportTerms(
                noise, new ModelDigest(Digest.sha256(), 1 << 20), RoundKey.generate().publicKey()),
            new RoundWindow(Duration.ofSeconds(30), 5, 0),
            new Budget(0.25, 1e-5));
    System.out.printf(
        Locale.ROOT,
        "%d parameters, reports of %d bytes, engine %s%n",
        spec.parameterCount(),
        noise.reportBytes(),
        GradientEngines.forModel(spec).name());
    signature(Announcement.of(terms));
    coins(terms);
    budget(terms);
    journal(terms, Files.createTempDirectory(Path.of(arguments[0]), "rates"));
    gradient(spec, data, partition);
    float[] gradient = new float[spec.parameterCount()];
    Arrays.fill(gradient, 0.01f);
    LocalRandomizer randomizer = noise.newRandomizer();
    ReportRandomness secure = new SecureReportRandomness();
    byte[] report = new byte[noise.reportBytes()];
    rate("clip+noise+encode", i -> randomizer.randomize(gradient, secure.openStream(), report));
    ReportSealer sealer = new ReportSealer(Announcement.of(terms));
    rate("seal", i -> sealer.seal(report));
    ClientData clients = new ClientData(data, partition, new Measurement.Label());
    LocalTask task =
        new LocalTraining(clients)
            .prepare(terms, Optional.of(new TrainingModel(spec, new float[spec.parameterCount()])));
    ReportWorker worker = task.newWorker();
    rate(
        "report, sealed",
        i -> {
          List<byte[]> made = worker.reports(i % CLIENTS, 1, secure);
          byte[] unused = sealer.seal(made.get(0));
        });
  }

  /** What the aggregator does once a round, and every host once a round. */
  private static void signature(Announcement round) throws Exception {
    SigningKeys keys = SigningKeys.generate();
    Head ledger = LedgerChain.genesis(round.terms().id().run());
    rate("sign a round", i -> keys.sign(round, ledger));
    SignedRound signed = keys.sign(round, ledger);
    VerifyingKeys bundle = keys.verifyingKeys();
    rate("verify a round", i -> bundle.verify(signed));
  }

  private static void gradient(ModelSpec spec, Dataset data, ClientPartition partition)
      throws Exception {
    GradientEngine engine = GradientEngines.forModel(spec);
    GradientWorker worker = engine.newWorker();
    worker.setParameters(new float[spec.parameterCount()]);
    float[] out = new float[spec.parameterCount()];
    rate("gradient", i -> worker.clientLossAndGradient(data, partition, i % CLIENTS, out));
  }

  private static void coins(RoundTerms terms) throws Exception {
    BitSet all = new BitSet();
    all.set(0, CLIENTS);
    CheckInCoin coin = CheckInCoin.of(terms.population().law(), terms.population().rate());
    ClientRandomness secure = ClientRandomness.secure();
    rate("60,000 draws", i -> coin.draw(all, secure.coins(terms.id())));
  }

  /**
   * What a round that is asked for again and again takes; the first takes the accountant longer.
   */
  private static void budget(RoundTerms terms) throws Exception {
    CheckInRound charge = terms.charge();
    FilterMenu menu = FilterMenu.recommended(new Budget(1, 1.0 / CLIENTS));
    PrivacyFilter filter = PrivacyFilter.open(menu);
    rate("one more round?", i -> filter.allows(charge));
    ClientLedgers ledgers = new ClientLedgers(CLIENTS, menu);
    rate("60,000 budgets asked", i -> ledgers.after(ledgers.within(charge), charge));
  }

  private static void journal(RoundTerms terms, Path folder) throws Exception {
    BitSet all = new BitSet();
    all.set(0, CLIENTS);
    Draws draws =
        CheckInCoin.of(terms.population().law(), terms.population().rate())
            .draw(all, ClientRandomness.secure().coins(terms.id()));
    try (ClientJournal journal =
        ClientJournal.open(folder, Optional.empty(), CLIENTS, FilterMenu.unlimited())) {
      rate(
          "60,000 draws made durable",
          i ->
              journal.recordDraws(
                  RecordedRound.drawn(
                      new RunMemory(
                          new RoundId(terms.id().run(), i + 1L),
                          Digest.sha256(),
                          LedgerChain.genesis(terms.id().run())),
                      terms.charge(),
                      all,
                      draws),
                  Instant.now()));
    }
  }

  private static Dataset images() {
    byte[] pixels = new byte[CLIENTS * 784];
    new Random(1).nextBytes(pixels);
    byte[] labels = new byte[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
      labels[i] = (byte) (i % 10);
    }
    return Dataset.ofBytes("noise", new Shape(1, 28, 28), 10, pixels, labels);
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void rate(String name, Work work) throws Exception {
    int i = 0;
    // The processor's time, not the clock's: other programs may be running.
    for (long end = cpuTime() + EACH.toNanos(); cpuTime() < end; i++) {
      work.run(i);
    }
    int warm = i;
    long start = cpuTime();
    for (long end = start + EACH.toNanos(); cpuTime() < end; i++) {
      work.run(i);
    }
    double seconds = (cpuTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%-28s %10.1f /s  %10.1f us each%n",
        name,
        (i - warm) / seconds,
        seconds * 1e6 / (i - warm));
  }
}
