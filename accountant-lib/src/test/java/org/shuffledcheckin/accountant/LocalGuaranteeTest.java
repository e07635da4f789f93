package org.shuffledcheckin.accountant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.LocalGuarantee.BinaryResponse;
import org.shuffledcheckin.accountant.LocalGuarantee.Gaussian;
import org.shuffledcheckin.accountant.LocalGuarantee.GaussianSum;
import org.shuffledcheckin.accountant.LocalGuarantee.KAryResponse;
import org.shuffledcheckin.accountant.LocalGuarantee.Laplace;
import org.shuffledcheckin.accountant.LocalGuarantee.Pure;
import org.shuffledcheckin.accountant.LocalGuarantee.PureLdp;

class LocalGuaranteeTest {
  static List<Pure> pure() {
    return List.of(
        new PureLdp(1.5), new BinaryResponse(1.5), new KAryResponse(1.5, 10), new Laplace(1.5, 64));
  }

  @Test
  void implies_samePromise_allowsMoreNoiseOnly() {
    assertThat(new KAryResponse(1, 3).implies(new KAryResponse(2, 3))).isTrue();
    assertThat(new KAryResponse(1, 3).implies(new KAryResponse(2, 4))).isFalse();
    assertThat(new Laplace(1, 64).implies(new Laplace(2, 64))).isTrue();
    assertThat(new Laplace(2, 64).implies(new Laplace(1, 64))).isFalse();
    assertThat(new Laplace(1, 64).implies(new Laplace(1, 32))).isFalse();
    assertThat(new BinaryResponse(1).implies(new BinaryResponse(2))).isTrue();
    assertThat(new BinaryResponse(2).implies(new BinaryResponse(1))).isFalse();
    assertThat(new Gaussian(2).implies(new Gaussian(1))).isTrue();
    assertThat(new Gaussian(1).implies(new Gaussian(2))).isFalse();
    assertThat(new GaussianSum(2).implies(new GaussianSum(1))).isTrue();
    assertThat(new GaussianSum(1).implies(new GaussianSum(2))).isFalse();
    assertThat(new GaussianSum(2).implies(new Gaussian(1))).isFalse();
    assertThat(new Gaussian(2).implies(new GaussianSum(1))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("pure")
  void implies_pureRandomiser_isPureAndNothingElse(Pure guarantee) {
    assertThat(guarantee.implies(new PureLdp(1.5))).isTrue();
    assertThat(guarantee.implies(new PureLdp(1.4))).isFalse();
    for (LocalGuarantee other : pure()) {
      boolean weaker = other.equals(guarantee) || other instanceof PureLdp;
      assertThat(guarantee.implies(other)).as("%s", other).isEqualTo(weaker);
    }
    assertThat(guarantee.implies(new Gaussian(1))).isFalse();
    assertThat(new Gaussian(1).implies(guarantee)).isFalse();
  }

  @Test
  void response_twoValues_isBinary() {
    assertThat(LocalGuarantee.response(1, 2)).isEqualTo(new BinaryResponse(1));
    assertThat(LocalGuarantee.response(1, 3)).isEqualTo(new KAryResponse(1, 3));
    assertThatThrownBy(() -> LocalGuarantee.response(1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values must be at least 2 but is 1");
  }

  @ParameterizedTest
  @MethodSource("pure")
  void parse_text_readsBack(Pure guarantee) {
    assertThat(LocalGuarantee.parse(guarantee.text())).isEqualTo(guarantee);
    assertThat(LocalGuarantee.parse("gaussian:0.86")).isEqualTo(new Gaussian(0.86));
    assertThat(LocalGuarantee.parse("gaussian-sum:3.5")).isEqualTo(new GaussianSum(3.5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "gaussian",
        "gaussian:1.0:2",
        "gaussian:x",
        "gaussian-sum",
        "gaussian-sum:0.0",
        "pure-ldp:-1.0",
        "pure-ldp:1.0:2",
        "other:1.0",
        "k-ary-response:1.0",
        "k-ary-response:1.0:2",
        "k-ary-response:1.0:3.5",
        "laplace:1.0:0",
        "laplace:1.0",
        "binary-response:0.0"
      })
  void parse_anotherText_isRefused(String text) {
    assertThatThrownBy(() -> LocalGuarantee.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
