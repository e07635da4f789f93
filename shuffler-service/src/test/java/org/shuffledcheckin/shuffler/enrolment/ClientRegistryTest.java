package org.shuffledcheckin.shuffler.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.StoreGuard;

class ClientRegistryTest {
  private static final int MOST = 10;

  private final StoreGuard store = new StoreGuard(new MemoryDisk(Path.of("unused")));
  private final ClientRegistry registry = new ClientRegistry(store, new SecureRandom(), MOST);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void authenticate_ownToken_namesItsClient() {
    List<byte[]> tokens = registry.enrol(MOST);
    for (int client = 0; client < MOST; client++) {
      assertThat(registry.authenticate(tokens.get(client))).hasValue(client);
    }
  }

  /** A wrong secret agrees with one byte of the right hash once in 256: hence all the bits. */
  @Test
  void authenticate_anyBitOfATokenChanged_isNobody() {
    List<byte[]> tokens = registry.enrol(MOST);
    for (byte[] token : tokens) {
      for (int bit = 0; bit < token.length * Byte.SIZE; bit++) {
        byte[] changed = token.clone();
        changed[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        assertThat(registry.authenticate(changed)).isEqualTo(OptionalLong.empty());
      }
    }
  }

  @Test
  void authenticate_shorterOrLongerToken_isNobody() {
    byte[] token = registry.enrol(1).get(0);
    for (int length : new int[] {0, Long.BYTES, token.length - 1, token.length + 1}) {
      assertThat(registry.authenticate(Arrays.copyOf(token, length))).isEmpty();
    }
  }

  @Test
  void authenticate_numberThatNobodyHas_isNobody() {
    byte[] token = registry.enrol(1).get(0);
    for (long number : new long[] {-1, 1, MOST, 1024, Long.MIN_VALUE, Long.MAX_VALUE}) {
      byte[] other = ByteBuffer.wrap(token.clone()).putLong(0, number).array();
      assertThat(registry.authenticate(other)).isEmpty();
    }
    assertThat(registry.authenticateCertified(OptionalLong.of(0))).hasValue(0);
    assertThat(registry.authenticateCertified(OptionalLong.of(1))).isEmpty();
    assertThat(registry.authenticateCertified(OptionalLong.empty())).isEmpty();
  }

  @Test
  void revoke_one_leavesItsNeighbours() {
    List<byte[]> tokens = registry.enrol(3);
    assertThat(registry.revoke(List.of(1L, 1L, -1L, 3L))).isEqualTo(1);
    assertThat(registry.authenticate(tokens.get(0))).hasValue(0);
    assertThat(registry.authenticate(tokens.get(1))).isEmpty();
    assertThat(registry.authenticateCertified(OptionalLong.of(1))).isEmpty();
    assertThat(registry.authenticate(tokens.get(2))).hasValue(2);
    assertThat(registry.activeCount()).isEqualTo(2);
  }

  @Test
  void enrol_moreThanThereMayBe_isRefusedAndEnrolsNobody() {
    registry.enrol(MOST - 1);
    assertThatThrownBy(() -> registry.enrol(2)).isInstanceOf(RefusedException.class);
    assertThat(registry.activeCount()).isEqualTo(MOST - 1);
    registry.enrol(1);
    assertThatThrownBy(() -> registry.enrol(1)).isInstanceOf(RefusedException.class);
  }
}
