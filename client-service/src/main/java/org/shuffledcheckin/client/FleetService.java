package org.shuffledcheckin.client;

import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.LifetimeBudget;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * Many simulated clients in one process, each with its own record, draws, ledger and credential.
 * Draws and charges are durable before they are acted on; sealed reports are not kept on disk, so a
 * client whose report is under way when the process dies stays silent in that round.
 */
public final class FleetService implements AutoCloseable {
  private final HostedService service;
  private final int clients;

  private FleetService(HostedService service, int clients) {
    this.service = service;
    this.clients = clients;
  }

  /**
   * Starts a fleet whose clients judge by their own accountant.
   *
   * @param records the data set that the clients' records are in
   * @param randomness {@link ClientRandomness#secure} but in tests and simulations
   * @param listener hears how it goes
   * @throws IOException if tokens or journal cannot be used
   */
  public static FleetService start(
      FleetConfig config, Dataset records, ClientRandomness randomness, HostListener listener)
      throws IOException {
    return start(config, records, randomness, listener, UnaryOperator.identity());
  }

  /**
   * Starts a fleet whose calls to the shuffler somebody watches, such as a load test.
   *
   * @param watched gives back what is called in the shuffler's place, and calls that
   * @throws IOException if tokens or journal cannot be used
   */
  public static FleetService start(
      FleetConfig config,
      Dataset records,
      ClientRandomness randomness,
      HostListener listener,
      UnaryOperator<Shuffler> watched)
      throws IOException {
    return start(config, records, SoundAccountant.create(), randomness, listener, watched);
  }

  static FleetService start(
      FleetConfig config,
      Dataset records,
      PrivacyAccountant unspent,
      ClientRandomness randomness,
      HostListener listener)
      throws IOException {
    return start(config, records, unspent, randomness, listener, UnaryOperator.identity());
  }

  private static FleetService start(
      FleetConfig config,
      Dataset records,
      PrivacyAccountant unspent,
      ClientRandomness randomness,
      HostListener listener,
      UnaryOperator<Shuffler> watched)
      throws IOException {
    ClientPolicy policy = config.policy().policy();
    Credentials credentials = Credentials.read(config.tokenFile());
    int clients = config.clients() > 0 ? config.clients() : credentials.clients();
    HostSettings settings =
        new HostSettings(
            policy,
            new LifetimeBudget(unspent, policy.lifetimeEpsilon(), policy.lifetimeDelta()),
            config.records().of(records, clients),
            credentials,
            randomness,
            config.sitOut().rule(),
            config.dropoutRate(),
            false,
            config.threadCount(),
            config.window(),
            config.retry().policy(),
            config.shuffler().maxMessage().bytes());
    return new FleetService(
        HostedService.start(
            settings,
            config.state(),
            config.journalMark(),
            config.shuffler().connect(),
            config.operations(),
            listener,
            watched),
        clients);
  }

  /** How many clients there are. */
  public int clients() {
    return clients;
  }

  /** Whether the shuffler has been heard of and not been lost since. */
  public boolean isConnected() {
    return service.isConnected();
  }

  /** The operations port, if there is one. */
  public Optional<Integer> operationsPort() {
    return service.operationsPort();
  }

  /** Stops; nothing durable is lost. */
  @Override
  public void close() throws IOException {
    service.close();
  }
}
