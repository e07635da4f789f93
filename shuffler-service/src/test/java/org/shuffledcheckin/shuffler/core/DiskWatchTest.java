package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.time.VirtualClock;

class DiskWatchTest {
  private static final long MINIMUM = 1000;

  private final VirtualClock clock = new VirtualClock();
  private final AtomicLong free = new AtomicLong(MINIMUM);
  private final DiskWatch watch =
      new DiskWatch(new Platform(clock::nanoTime, free::get, new SecureRandom()), MINIMUM);

  private boolean isLowWith(long bytes) {
    free.set(bytes);
    clock.pass(Duration.ofSeconds(1));
    watch.look(true);
    return watch.isLow();
  }

  @Test
  void isLow_oneByteLessThanTheMinimum_untilItIsBack() {
    assertThat(watch.isLow()).isFalse();
    assertThat(isLowWith(MINIMUM - 1)).isTrue();
    assertThat(watch.problem()).isPresent();
    assertThat(isLowWith(MINIMUM)).isFalse();
    assertThat(watch.problem()).isEmpty();
  }
}
