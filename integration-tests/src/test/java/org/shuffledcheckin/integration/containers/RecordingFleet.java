package org.shuffledcheckin.integration.containers;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.ClientHost;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.policy.LifetimeBudget;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.DrawnDigits;

/**
 * The product's own clients in this process, at a shuffler in a container, with every reply they
 * get written down.
 */
final class RecordingFleet implements AutoCloseable {
  private static final double LIFETIME = 1e6;

  private final ManagedChannel channel;
  private final ClientHost host;

  RecordingFleet(Path folder, int port, String authority, String tokens, AnswerBook book)
      throws IOException {
    Path trust = Files.writeString(folder.resolve("ca.crt"), authority);
    Path tokenFile = Files.writeString(folder.resolve("tokens"), tokens);
    FleetConfig config = config(folder.resolve("state"), port, trust, tokenFile);
    Credentials credentials = Credentials.read(tokenFile);
    channel = config.shuffler().connect();
    host =
        new ClientHost(
            new HostSettings(
                config.policy().policy(),
                new LifetimeBudget(SoundAccountant.create(), LIFETIME, 1e-5),
                config
                    .records()
                    .of(
                        DrawnDigits.dataset("digits", credentials.clients(), 1),
                        credentials.clients()),
                credentials,
                ClientRandomness.secure(),
                config.sitOut().rule(),
                0,
                false,
                1,
                config.window(),
                config.retry().policy(),
                config.shuffler().maxMessage().bytes()),
            config.state(),
            config.journalMark(),
            new Recorder(new GrpcShuffler(channel), book),
            HostListener.NONE);
    host.start();
  }

  private static FleetConfig config(Path state, int port, Path trust, Path tokens) {
    Map<String, String> values =
        Map.ofEntries(
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(port)),
            Map.entry("shuffler.trust", trust.toString()),
            Map.entry("token-file", tokens.toString()),
            Map.entry("state", state.toString()),
            Map.entry("policy.lifetime-epsilon", Double.toString(LIFETIME)),
            Map.entry("policy.largest-check-in-rate", "1"),
            Map.entry("policy.smallest-population", "1"),
            // Outlasts a restart of the shuffler within a round.
            Map.entry("retry.attempts", "60"),
            Map.entry("retry.first-wait", "50ms"),
            Map.entry("retry.longest-wait", "400ms"),
            Map.entry("retry.patience", "3s"));
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), values)
        .read(FleetConfig.class);
  }

  @Override
  public void close() throws IOException {
    host.close();
    channel.shutdownNow();
  }

  private record Recorder(Shuffler shuffler, AnswerBook book) implements Shuffler {
    @Override
    public Subscription subscribe(RoundFeed feed) {
      return shuffler.subscribe(feed);
    }

    @Override
    public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration patience) {
      return shuffler.downloadModel(round, bytes, patience);
    }

    @Override
    public CompletableFuture<List<AnswerOutcome>> answer(
        RoundId round, List<Answer> answers, Duration patience) {
      book.sent(round.number(), answers);
      return shuffler
          .answer(round, answers, patience)
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
