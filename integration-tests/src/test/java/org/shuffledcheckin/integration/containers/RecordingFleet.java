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
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.DrawnDigits;

/**
 * The product's own clients in this process, at a shuffler in a container, with every reply they
 * get written down.
 */
final class RecordingFleet implements AutoCloseable {
  private static final double LIFETIME = 1e6;

  private final ClientService fleet;

  RecordingFleet(Path folder, int port, String authority, String tokens, AnswerBook book)
      throws IOException {
    Path trust = Files.writeString(folder.resolve("ca.crt"), authority);
    Path tokenFile = Files.writeString(folder.resolve("tokens"), tokens);
    fleet =
        ClientService.startFleet(
            config(folder.resolve("state"), port, trust, tokenFile),
            DrawnDigits.dataset("digits", Credentials.read(tokenFile).clients(), 1),
            ClientRandomness.secure(),
            HostListener.NONE,
            shuffler -> new Recorder(shuffler, book));
  }

  private static FleetConfig config(Path state, int port, Path trust, Path tokens) {
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(port)),
            Map.entry("shuffler.trust", trust.toString()),
            Map.entry("token-file", tokens.toString()),
            Map.entry("state", state.toString()),
            Map.entry("threads", "1"),
            Map.entry("operations.enabled", "false"),
            Map.entry("policy.lifetime-epsilon", Double.toString(LIFETIME)),
            Map.entry("policy.largest-check-in-rate", "1"),
            Map.entry("policy.smallest-population", "1"),
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

  private record Recorder(Shuffler shuffler, AnswerBook book) implements Shuffler {
    @Override
    public Subscription subscribe(RoundFeed feed) {
      return shuffler.subscribe(feed);
    }

    @Override
    public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
      return shuffler.downloadModel(round, bytes, timeout);
    }

    @Override
    public CompletableFuture<List<AnswerOutcome>> answer(
        RoundId round, List<Answer> answers, Duration timeout) {
      book.sent(round.number(), answers);
      return shuffler
          .answer(round, answers, timeout)
          .whenComplete(
              (outcomes, failure) -> {
                if (failure == null && outcomes.size() == answers.size()) {
                  book.replied(round.number(), answers, outcomes);
                } else {
                  book.unheard(round.number(), answers);
                }
              });
    }
  }
}
