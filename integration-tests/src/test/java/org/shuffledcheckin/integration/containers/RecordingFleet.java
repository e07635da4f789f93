package org.shuffledcheckin.integration.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.DrawnDigits;

/**
 * The product's own clients in this process, at a shuffler in a container, with every reply they
 * get written down.
 */
final class RecordingFleet implements AutoCloseable {
  private final ClientService fleet;

  /**
   * Starts the clients.
   *
   * @param trust the texts of the authority's certificate and of the aggregator's bundle
   */
  RecordingFleet(Path folder, int port, Trust trust, String tokens, DeliveryBook book)
      throws IOException {
    Files.writeString(folder.resolve("ca.crt"), trust.authority());
    Files.writeString(folder.resolve("bundle.json"), trust.bundle());
    Path tokenFile = Files.writeString(folder.resolve("tokens"), tokens);
    fleet =
        ClientService.startFleet(
            config(folder, port, tokenFile),
            DrawnDigits.dataset("digits", Credentials.read(tokenFile).clients(), 1),
            ClientRandomness.secure(),
            HostListener.NONE,
            shuffler -> new Recorder(shuffler, book));
  }

  /** What the system is known by. */
  record Trust(String authority, String bundle) {}

  private static FleetConfig config(Path folder, int port, Path tokens) {
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(port)),
            Map.entry("shuffler.trust", folder.resolve("ca.crt").toString()),
            Map.entry("aggregator-bundle", folder.resolve("bundle.json").toString()),
            Map.entry("token-file", tokens.toString()),
            Map.entry("state", folder.resolve("state").toString()),
            Map.entry("threads", "1"),
            Map.entry("operations.enabled", "false"),
            Map.entry("unlimited", "true"),
            Map.entry("policy.largest-check-in-rate", "1"),
            Map.entry("policy.smallest-population", "1"),
            Map.entry("policy.largest-daily-reports", "1000000"),
            Map.entry("policy.shortest-round", "1s"),
            Map.entry("policy.shortest-time-left", "1s"),
            // Outlasts a restart of the shuffler within a round.
            Map.entry("retry.attempts", "60"),
            Map.entry("retry.first-wait", "50ms"),
            Map.entry("retry.longest-wait", "400ms"),
            Map.entry("retry.timeout", "3s"));
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), values)
        .read(FleetConfig.class);
  }

  @Override
  public void close() throws IOException {
    fleet.close();
  }

  private record Recorder(Shuffler shuffler, DeliveryBook book) implements Shuffler {
    @Override
    public Subscription subscribe(RoundFeed feed) {
      return shuffler.subscribe(feed);
    }

    @Override
    public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
      return shuffler.downloadModel(round, bytes, timeout);
    }

    @Override
    public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
      return shuffler.listRounds(timeout);
    }

    @Override
    public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
      return shuffler.readLinks(run, after, timeout);
    }

    @Override
    public CompletableFuture<List<PledgeOutcome>> pledge(
        RoundId round, List<Pledge> pledges, Duration timeout) {
      return shuffler
          .pledge(round, pledges, timeout)
          .whenComplete(
              (outcomes, failure) -> {
                if (failure == null) {
                  book.pledged(
                      round.number(),
                      outcomes.stream().filter(PledgeOutcome.ACCEPTED::equals).count());
                }
              });
    }

    @Override
    public CompletableFuture<List<DeliveryOutcome>> deliver(
        RoundId round, List<Delivery> deliveries, Duration timeout) {
      book.sent(round.number(), deliveries);
      return shuffler
          .deliver(round, deliveries, timeout)
          .whenComplete(
              (outcomes, failure) -> {
                if (failure == null && outcomes.size() == deliveries.size()) {
                  book.replied(round.number(), deliveries, outcomes);
                } else {
                  book.unheard(round.number(), deliveries);
                }
              });
    }
  }
}
