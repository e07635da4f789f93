package org.shuffledcheckin.client;

import java.io.IOException;
import java.util.Optional;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.ClientConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.LifetimeBudget;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * One client: subscribes at the shuffler, decides on its own, and answers. Its draws, its ledger
 * and its sealed reports are durable before they are acted on, so a restart neither draws twice nor
 * sends other bytes.
 */
public final class ClientService implements AutoCloseable {
  private static final int WINDOW = 1;

  private final HostedService service;

  private ClientService(HostedService service) {
    this.service = service;
  }

  /**
   * Starts a client, with an accountant of its own.
   *
   * @param records the data set that its own records are in
   * @param listener hears how it goes
   * @throws IOException if token or journal cannot be used
   */
  public static ClientService start(ClientConfig config, Dataset records, HostListener listener)
      throws IOException {
    return start(config, records, SoundAccountant.create(), listener);
  }

  static ClientService start(
      ClientConfig config, Dataset records, PrivacyAccountant unspent, HostListener listener)
      throws IOException {
    ClientPolicy policy = config.policy().policy();
    Credentials credentials =
        config.tokenFile().isPresent()
            ? Credentials.read(config.tokenFile().get())
            : Credentials.byCertificate();
    HostSettings settings =
        new HostSettings(
            policy,
            new LifetimeBudget(unspent, policy.lifetimeEpsilon(), policy.lifetimeDelta()),
            config.records().of(records, 1),
            credentials,
            ClientRandomness.secure(),
            config.sitOut().rule(),
            0,
            true,
            1,
            WINDOW,
            config.retry().policy(),
            config.shuffler().maxMessage().bytes());
    return new ClientService(
        HostedService.start(
            settings,
            config.state(),
            config.journalMark(),
            config.shuffler().connect(),
            config.operations(),
            listener));
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
