package org.shuffledcheckin.aggregator.store;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.sealing.RoundKey;

/**
 * A round as it stands in the store.
 *
 * @param announcement its terms, byte for byte as announced
 * @param modelVersion the model it trains
 * @param state how far it has come
 * @param key the round's key pair, there exactly while the outcome is undecided
 * @param settled whether the shuffler has been told of the outcome
 */
public record StoredRound(
    Announcement announcement,
    long modelVersion,
    RoundState state,
    Optional<RoundKey> key,
    boolean settled) {

  /** Validates that the key is there exactly as long as it may be. */
  public StoredRound {
    Objects.requireNonNull(announcement, "announcement");
    if (key.isPresent() == state.isDecided()) {
      throw new IllegalArgumentException(
          "a round's key must exist exactly until its outcome is decided, state is " + state);
    }
  }

  /** A round that was just charged. */
  public static StoredRound charged(Announcement announcement, long modelVersion, RoundKey key) {
    return new StoredRound(announcement, modelVersion, RoundState.CHARGED, Optional.of(key), false);
  }

  /** The round's name. */
  public RoundId id() {
    return announcement.terms().id();
  }
}
