package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DailyReportsTest {
  private static final Offset<Double> ROUNDING = within(1e-12);

  private final DailyReports daily = new DailyReports();

  @Test
  void until_aDayLater_forgetsNoneTooSoonAndAllInTheEnd() {
    daily.add(1000, 0.25);
    daily.add(1000, 0.5);
    daily.add(1010, 0.125);
    assertThat(daily.until(1010)).isCloseTo(0.875, ROUNDING);
    assertThat(daily.until(1024)).isCloseTo(0.875, ROUNDING);
    assertThat(daily.until(1025)).isCloseTo(0.125, ROUNDING);
    assertThat(daily.until(1035)).isZero();
  }

  @Test
  void until_clockSetBack_countsWhatLiesAhead() {
    daily.add(1000, 0.5);
    daily.add(500, 0.25);
    assertThat(daily.until(500)).isCloseTo(0.75, ROUNDING);
    daily.add(501, 0.25);
    assertThat(daily.until(501)).isCloseTo(1, ROUNDING);
  }

  @Test
  void hourOf_momentsOfAnHour_areOne() {
    assertThat(DailyReports.hourOf(Instant.parse("2026-01-01T12:59:59.999Z")))
        .isEqualTo(DailyReports.hourOf(Instant.parse("2026-01-01T12:00:00Z")))
        .isEqualTo(DailyReports.hourOf(Instant.parse("2026-01-01T13:00:00Z")) - 1);
  }
}
