package org.shuffledcheckin.aggregator.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.org/run",
        "jdbc:postgresql://localhost,db.example.org:5432/run",
        "jdbc:postgresql://10.0.0.7:5432/run?connectTimeout=3",
        "jdbc:postgresql://127.example.org/run",
        "jdbc:postgresql://db.example.org/run?ssl=false"
      })
  void requireTransport_anotherMachineWithoutAWord_isRefused(String url) {
    assertThatThrownBy(() -> PostgresRules.requireTransport(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sslmode=verify-full");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql:run",
        "jdbc:postgresql:///run",
        "jdbc:postgresql://localhost/run",
        "jdbc:postgresql://127.0.0.1:5433/run",
        "jdbc:postgresql://[::1]:5433/run",
        "jdbc:postgresql://db.example.org/run?sslmode=verify-full",
        "jdbc:postgresql://db.example.org/run?ssl=true",
        "jdbc:postgresql://postgres:5432/run?connectTimeout=3&sslmode=disable"
      })
  void requireTransport_thisMachineOrAWord_isAccepted(String url) {
    assertThatCode(() -> PostgresRules.requireTransport(url)).doesNotThrowAnyException();
  }
}
