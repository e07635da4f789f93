package org.shuffledcheckin.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "17, 17", "3B, 3", "4KiB, 4096", "4 KB, 4000", "2GiB, 2147483648"})
  void parse_sizeWithItsUnit_isThatManyBytes(String text, long bytes) {
    assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
  }

  /** 2^23 TiB are 2^63 bytes; the others would come back as small or negative numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"8388608TiB", "16777217TiB", "99999999999GiB", "999999999999999999GB"})
  void parse_moreThanFits_isRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^63")
        .hasMessageContaining(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "4 kib", "1.5MiB", "MiB", "4XB"})
  void parse_noSize_isRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void toInt_moreThanAnArrayHolds_isRefused() {
    assertThatThrownBy(() -> ByteSize.parse("2GiB").toInt())
        .isInstanceOf(ArithmeticException.class);
  }
}
