package org.shuffledcheckin.aggregator.store;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.sealing.RoundKey;

/**
 * A round as it stands in the store.
 *
 * @param id the round's name
 * @param state how far it has come
 * @param settled whether the shuffler has been told of the outcome
 * @param announced what opens its reports; gone once the outcome is decided, and missing where an
 *     older version announced it in a form that is no longer gone on with
 */
public record StoredRound(
    RoundId id, RoundState state, boolean settled, Optional<Announced> announced) {

  /**
   * What was announced.
   *
   * @param announcement the terms, byte for byte
   * @param key the round's key pair
   */
  public record Announced(Announcement announcement, RoundKey key) {}

  /** Validates that the key is there no longer than it may be. */
  public StoredRound {
    Objects.requireNonNull(id, "id");
    if (announced.isPresent() && state.isDecided()) {
      throw new IllegalArgumentException(
          "a round's key must be gone when its outcome is decided, state is " + state);
    }
  }

  /** A round that was just charged. */
  public static StoredRound charged(Announcement announcement, RoundKey key) {
    return new StoredRound(
        announcement.terms().id(),
        RoundState.CHARGED,
        false,
        Optional.of(new Announced(announcement, key)));
  }

  /** The same round, further on. */
  public StoredRound in(RoundState next) {
    return new StoredRound(id, next, false, next.isDecided() ? Optional.empty() : announced);
  }

  /** The same round, with whose announcement nothing can be done. */
  public StoredRound withoutAnnouncement() {
    return new StoredRound(id, state, settled, Optional.empty());
  }

  /** The same round, of whose outcome the shuffler was told. */
  public StoredRound withOutcomeTold() {
    return new StoredRound(id, state, true, Optional.empty());
  }
}
