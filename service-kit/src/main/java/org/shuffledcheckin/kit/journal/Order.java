package org.shuffledcheckin.kit.journal;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was ordered. There is no place in it for a client's name or number.
 *
 * @param action what to do
 * @param clients how many clients it is about
 * @param subject what else it is about: the name of a certificate or key
 * @param entry for {@link Action#NOT_DONE}, the entry of the order that was not carried out
 */
public record Order(
    Action action, OptionalLong clients, Optional<String> subject, OptionalLong entry) {
  /** Validates the numbers. */
  public Order {
    Objects.requireNonNull(action, "action");
    clients.ifPresent(count -> requireAtLeast("clients", count, 0));
    entry.ifPresent(sequence -> requireAtLeast("entry", sequence, 1));
  }

  /** An order about a run. */
  public static Order of(Action action) {
    return new Order(action, OptionalLong.empty(), Optional.empty(), OptionalLong.empty());
  }

  /** An order about so many clients. */
  public static Order about(Action action, long clients) {
    return new Order(action, OptionalLong.of(clients), Optional.empty(), OptionalLong.empty());
  }

  /** An order about a certificate, a key or a secret. */
  public static Order about(Action action, String subject) {
    return new Order(action, OptionalLong.empty(), Optional.of(subject), OptionalLong.empty());
  }

  /** That an earlier order was not carried out. */
  public static Order notDone(long entry) {
    return new Order(
        Action.NOT_DONE, OptionalLong.empty(), Optional.empty(), OptionalLong.of(entry));
  }
}
