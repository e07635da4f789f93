package org.shuffledcheckin.shuffler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.RefusedException;

class ModelCacheTest {
  private static final byte[] MODEL = {1, 2, 3, 4, 5};
  private static final ModelDigest DIGEST = ModelDigest.of(MODEL);

  @TempDir Path folder;
  private final LosingDisk disk = new LosingDisk();
  private final RoundId round = new RoundId(RoundId.Run.random(new SecureRandom()), 1);

  private ModelCache upload() {
    ModelCache cache = new ModelCache(disk, folder);
    try (StagedModel staged = cache.stage(DIGEST)) {
      staged.append(0, ByteBuffer.wrap(MODEL, 0, 2));
      staged.append(2, ByteBuffer.wrap(MODEL, 2, 3));
      staged.complete();
      assertThat(cache.adopt(round, staged).length()).isEqualTo(MODEL.length);
    }
    return cache;
  }

  @Test
  void adopt_thenPowerFails_isFoundAgain() {
    ModelCache unused = upload();
    disk.losePower();
    assertThat(new ModelCache(disk, folder).load(round, DIGEST)).isPresent();
  }

  @Test
  void load_otherModelThanAnnounced_findsNone() {
    ModelCache cache = upload();
    assertThat(cache.load(round, ModelDigest.of(new byte[] {1, 2, 3, 4, 6}))).isEmpty();
    assertThat(cache.load(new RoundId(round.run(), 2), DIGEST)).isEmpty();
  }

  @Test
  void complete_otherBytesThanAnnounced_isRefused() {
    ModelCache cache = new ModelCache(disk, folder);
    try (StagedModel staged = cache.stage(DIGEST)) {
      staged.append(0, ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 6}));
      assertThatThrownBy(staged::complete).isInstanceOf(RefusedException.class);
    }
    try (StagedModel staged = cache.stage(DIGEST)) {
      staged.append(0, ByteBuffer.wrap(MODEL, 0, 4));
      assertThatThrownBy(staged::complete).isInstanceOf(RefusedException.class);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void keepOnly_otherRounds_forgetsTheModel() {
    ModelCache cache = upload();
    cache.keepOnly(Set.of(round));
    assertThat(cache.load(round, DIGEST)).isPresent();
    cache.keepOnly(Set.of());
    assertThat(cache.load(round, DIGEST)).isEmpty();
  }
}
