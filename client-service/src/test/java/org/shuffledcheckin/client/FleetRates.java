package org.shuffledcheckin.client;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.RoundSummary;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.randomizer.GaussianSpec;

/**
 * Measures whole rounds of a fleet of 60,000 over TLS against the test shuffler; run by hand with a
 * folder to work in and the number of rounds.
 */
public final class FleetRates {
  private FleetRates() {}

  /** Runs the measurement. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory(Path.of(arguments[0]), "fleet");
    Dataset data = DrawnDigits.dataset("digits", 60_000, 1);
    ModelSpec spec = Models.named("features", data.shape(), 10);
    byte[] model = TestRounds.model(spec.toJson(), spec.parameterCount(), 0);
    GaussianSpec noise = GaussianSpec.withSuitableGrid(spec.parameterCount(), 0.3, 1);
    DevelopmentAuthority authority =
        DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    Files.writeString(folder.resolve("ca.crt"), authority.certificatePem());
    List<String> tokens = new ArrayList<>();
    for (int client = 0; client < data.size(); client++) {
      tokens.add(HexFormat.of().toHexDigits(client).repeat(3) + "0".repeat(24));
    }
    Files.write(folder.resolve("tokens"), tokens);
    Files.write(folder.resolve("bundle.json"), TestLedger.KEYS.verifyingKeys().toBytes());
    BlockingQueue<RoundSummary> finished = new LinkedBlockingQueue<>();
    HostListener listener =
        new HostListener() {
          @Override
          public void finished(RoundSummary summary) {
            finished.add(summary);
          }
        };
    RoundKey key = RoundKey.generate();
    try (TestShuffler shuffler =
            new TestShuffler(authority.issueServer("shuffler", List.of("localhost")));
        ClientService fleet =
            ClientService.startFleet(
                config(folder, shuffler.port()), data, ClientRandomness.secure(), listener)) {
      for (long number = 1; number <= Long.parseLong(arguments[1]); number++) {
        RoundTerms terms =
            TestRounds.terms(
                number,
                Population.allHonest(60_000, 0.05, CheckInLaw.POISSON),
                noise,
                model,
                key.publicKey());
        shuffler.forget();
        long start = cpuTime();
        shuffler.open(terms, model);
        RoundSummary summary = finished.poll(60, TimeUnit.SECONDS);
        Duration took = summary.took();
        System.out.printf(
            Locale.ROOT,
            "round %d: %d of %d clients pledged, %d reports, %d ms (%d ms of processors)%n",
            number,
            summary.pledges(PledgeOutcome.ACCEPTED),
            fleet.clients(),
            summary.reports(),
            took.toMillis(),
            (cpuTime() - start) / 1_000_000);
      }
    }
  }

  /** Of this whole process, the test shuffler included. */
  private static long cpuTime() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }

  private static FleetConfig config(Path folder, int port) {
    Map<String, String> flags = new HashMap<>();
    flags.put("shuffler.host", "localhost");
    flags.put("shuffler.port", Integer.toString(port));
    flags.put("shuffler.trust", folder.resolve("ca.crt").toString());
    flags.put("token-file", folder.resolve("tokens").toString());
    flags.put("aggregator-bundle", folder.resolve("bundle.json").toString());
    flags.put("state", folder.resolve("state").toString());
    flags.put("policy.lifetime-epsilon", "10");
    flags.put("operations.enabled", "false");
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), flags)
        .read(FleetConfig.class);
  }
}
