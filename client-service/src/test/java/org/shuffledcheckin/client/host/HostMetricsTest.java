package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;

class HostMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final HostMetrics metrics = new HostMetrics(registry, 1);

  @Test
  void charged_anotherKindOfRound_showsTheFilterThatCarriesTheBudgetNow() {
    PrivacyFilter unspent = PrivacyFilter.open(FilterMenu.recommended(new Budget(2, 1e-5)));
    metrics.charged(unspent);
    assertThat(gauge("checkin.client.epsilon")).isZero();
    assertThat(gauge("checkin.client.epsilon.limit")).isEqualTo(2);
    assertThat(gauge("checkin.client.delta.limit")).isEqualTo(1e-5);
    PrivacyFilter once = unspent.charge(round(new LocalGuarantee.Gaussian(4)));
    metrics.charged(once);
    assertThat(gauge("checkin.client.epsilon")).isEqualTo(once.reading().epsilon()).isPositive();
    assertThat(carries("first-kind")).isEqualTo(1);
    PrivacyFilter mixed = once.charge(round(new LocalGuarantee.PureLdp(1)));
    metrics.charged(mixed);
    assertThat(gauge("checkin.client.epsilon")).isEqualTo(mixed.reading().epsilon());
    assertThat(carries("first-kind")).isZero();
    assertThat(carries(mixed.reading().filter())).isEqualTo(1);
  }

  @Test
  void charged_withoutABudget_showsNoEpsilon() {
    metrics.charged(PrivacyFilter.open(FilterMenu.unlimited()));
    assertThat(registry.find("checkin.client.epsilon").gauge()).isNull();
    assertThat(carries("unlimited")).isEqualTo(1);
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private double carries(String filter) {
    return registry.get("checkin.client.filter").tag("filter", filter).gauge().value();
  }

  private static CheckInRound round(LocalGuarantee guarantee) {
    return new CheckInRound(10_000, 0.01, CheckInLaw.POISSON, guarantee, 1e-13);
  }
}
