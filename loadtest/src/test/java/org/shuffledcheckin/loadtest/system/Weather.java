package org.shuffledcheckin.loadtest.system;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * What goes wrong in one schedule, and when. Every kind of fault has its own rate, drawn for the
 * schedule, so that some schedules are calm and some have one trouble only. A fault can also be
 * planned for the n-th occasion of its kind.
 */
final class Weather {
  /** What can go wrong. */
  enum Fault {
    AGGREGATOR_CRASH,
    AGGREGATOR_STORE_FAILURE,
    SHUFFLER_CRASH_BEFORE_WRITE,
    SHUFFLER_CRASH_AFTER_WRITE,
    SHUFFLER_WRITE_LOST,
    SHUFFLER_WRITE_APPLIED,
    SHUFFLER_DISK_FULL,
    CLIENT_CRASH,
    REQUEST_LOST,
    REPLY_LOST,
    DELIVERED_TWICE,
    DELIVERED_LATE,
    SLOW_PEER,
    ANNOUNCEMENT_LOST,
    HEADS_LOST
  }

  /** Of a kind; storms pass, or the worst of them would let nothing come to an end. */
  private static final long MOST_FAULTS = 300;

  private final Map<Fault, Double> rates = new EnumMap<>(Fault.class);
  private final Map<Fault, Long> planned = new EnumMap<>(Fault.class);
  private final Map<Fault, Long> occasions = new EnumMap<>(Fault.class);
  private final Map<Fault, Long> happened = new EnumMap<>(Fault.class);
  final Random random;
  private boolean begun;

  private Weather(Random random) {
    this.random = random;
  }

  /** Random faults of random kinds. */
  static Weather stormy(Random random) {
    Weather weather = new Weather(random);
    for (Fault fault : Fault.values()) {
      if (random.nextInt(3) == 0) {
        weather.rates.put(fault, most(fault) * random.nextDouble());
      }
    }
    return weather;
  }

  private static double most(Fault fault) {
    return switch (fault) {
      case AGGREGATOR_CRASH, AGGREGATOR_STORE_FAILURE -> 0.04;
      case SHUFFLER_CRASH_BEFORE_WRITE,
          SHUFFLER_CRASH_AFTER_WRITE,
          SHUFFLER_WRITE_LOST,
          SHUFFLER_WRITE_APPLIED ->
          0.06;
      case CLIENT_CRASH, SHUFFLER_DISK_FULL -> 0.05;
      default -> 0.3;
    };
  }

  /** Nothing goes wrong. */
  static Weather calm(Random random) {
    return new Weather(random);
  }

  /** One fault goes wrong once: at its n-th occasion, from 0. */
  static Weather once(Random random, Fault fault, long occasion) {
    Weather weather = new Weather(random);
    weather.planned.put(fault, occasion);
    return weather;
  }

  /** Nothing goes wrong before this. */
  void begin() {
    begun = true;
  }

  /** Whether it goes wrong now. */
  boolean strikes(Fault fault) {
    if (!begun) {
      return false;
    }
    long occasion = occasions.merge(fault, 1L, Long::sum) - 1;
    boolean passed = happened.getOrDefault(fault, 0L) >= MOST_FAULTS;
    double rate = passed ? 0 : rates.getOrDefault(fault, 0.0);
    boolean now =
        (rate > 0 && random.nextDouble() < rate) || planned.getOrDefault(fault, -1L) == occasion;
    if (now) {
      happened.merge(fault, 1L, Long::sum);
    }
    return now;
  }

  /** How often it could have gone wrong. */
  long occasions(Fault fault) {
    return occasions.getOrDefault(fault, 0L);
  }

  /** How often it did. */
  Map<Fault, Long> happened() {
    return happened;
  }

  /** A time up to so long. */
  Duration within(Duration longest) {
    return Duration.ofNanos((long) (random.nextDouble() * longest.toNanos()));
  }
}
