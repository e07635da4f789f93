package org.shuffledcheckin.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {
  private final Secret secret = Secret.of(" for operators only\n");

  @Test
  void matches_theSecret_isTrue() {
    assertThat(secret.matches("for operators only")).isTrue();
    assertThat(secret).isEqualTo(Secret.of("for operators only"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "f",
        "for operators onl",
        "or operators only",
        "for operators only!",
        "for operators onlz",
        "gor operators only",
        "For operators only",
        " for operators only"
      })
  void matches_anythingElse_isFalse(String other) {
    assertThat(secret.matches(other)).isFalse();
  }

  @Test
  void toString_neverShowsIt() {
    assertThat("%s %d".formatted(secret, secret.hashCode()))
        .startsWith("[secret] ")
        .endsWith(String.valueOf(Secret.of("another").hashCode()));
  }

  @Test
  void of_nothing_isRefused() {
    assertThatThrownBy(() -> Secret.of(" \n")).isInstanceOf(IllegalArgumentException.class);
  }
}
