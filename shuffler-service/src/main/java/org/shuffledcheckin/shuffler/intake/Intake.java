package org.shuffledcheckin.shuffler.intake;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.config.ClientAuthentication;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundRegistry;

/**
 * Checks pledges and deliveries on the caller's thread, as far as that needs no order among them,
 * and hands them to the group commit. Keeps nothing of a call but its outcome counts, and tells
 * those when the round has closed.
 */
public final class Intake {
  private final ShufflerConfig.Clients config;
  private final RoundRegistry rounds;
  private final ClientRegistry clients;
  private final RefusalLimit limit;
  private final Predicate<IntakeWork> queue;
  private final IntakeMeters meters;

  /**
   * Makes an intake.
   *
   * @param queue takes work for the group commit; false where there is no room
   */
  public Intake(
      ShufflerConfig config,
      RoundRegistry rounds,
      ClientRegistry clients,
      LongSupplier nanoTime,
      Predicate<IntakeWork> queue,
      IntakeMeters meters) {
    this.config = config.clients();
    this.rounds = rounds;
    this.clients = clients;
    this.limit =
        new RefusalLimit(
            config.intake().refusedPerClient(), config.intake().refusedWindow(), nanoTime);
    this.queue = queue;
    this.meters = meters;
  }

  /**
   * Takes pledges.
   *
   * @param caller the client that the call itself names, for those without a credential of their
   *     own
   */
  public CompletableFuture<Outcome[]> pledge(
      RoundId id, OptionalLong caller, List<ClientPledge> pledges) {
    return take(new PledgeWork(id, pledges), inTime(id), caller);
  }

  /** Takes deliveries; the caller as for {@link #pledge}. */
  public CompletableFuture<Outcome[]> deliver(
      RoundId id, OptionalLong caller, List<ClientDelivery> deliveries) {
    Optional<LiveRound> round = inTime(id);
    long largest = round.map(LiveRound::largestDelivery).orElse(0L);
    long longest = config.limits().maxMessage().bytes();
    return take(new DeliveryWork(id, deliveries, largest, longest), round, caller);
  }

  private Optional<LiveRound> inTime(RoundId id) {
    return rounds.find(id).filter(LiveRound::isInTime);
  }

  private CompletableFuture<Outcome[]> take(
      IntakeWork work, Optional<LiveRound> round, OptionalLong caller) {
    long began = System.nanoTime();
    for (int i = 0; i < work.size(); i++) {
      OptionalLong client = authenticate(work.items().get(i).credential(), caller);
      work.authenticated(i, client.orElse(-1));
      Outcome outcome = check(work, i, round, client);
      if (outcome != Outcome.ACCEPTED) {
        work.decide(i, outcome);
      }
    }
    if (work.isDecided() || !queue.test(work)) {
      work.refuse();
    }
    return work.done()
        .thenApply(
            outcomes -> {
              noteRefusals(work, outcomes);
              meters.count(work, round.isPresent(), System.nanoTime() - began);
              return outcomes;
            });
  }

  private OptionalLong authenticate(byte[] credential, OptionalLong caller) {
    return credential.length == 0 || config.authentication() == ClientAuthentication.CERTIFICATE
        ? caller
        : clients.authenticate(credential);
  }

  private Outcome check(
      IntakeWork work, int index, Optional<LiveRound> round, OptionalLong client) {
    if (client.isEmpty()) {
      return Outcome.NOT_AUTHORISED;
    }
    if (round.isEmpty()) {
      return Outcome.ROUND_NOT_OPEN;
    }
    return limit.isExhausted(client.getAsLong()) ? Outcome.BUSY : work.check(index, round.get());
  }

  /** Counts against a client what it could have known to be refused. */
  private void noteRefusals(IntakeWork work, Outcome[] outcomes) {
    for (int i = 0; i < outcomes.length; i++) {
      switch (outcomes[i]) {
        case ALREADY_PLEDGED, ALREADY_DELIVERED, MALFORMED, NOT_AS_PLEDGED, WRONG_LENGTH ->
            limit.refused(work.client(i));
        case ACCEPTED, NOT_AUTHORISED, ROUND_NOT_OPEN, BUSY -> {}
      }
    }
  }
}
