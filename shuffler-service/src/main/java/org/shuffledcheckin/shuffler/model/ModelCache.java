package org.shuffledcheckin.shuffler.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The models of unfinished rounds, one file each. */
public final class ModelCache {
  private static final Logger LOG = LoggerFactory.getLogger(ModelCache.class);
  private static final String STAGED = ".staged";
  private static final String MODEL = ".model";

  private final Disk disk;
  private final Path folder;

  /** Opens the cache and sweeps away uploads that never ended. */
  public ModelCache(Path folder) {
    this(Disk.SYSTEM, folder);
  }

  ModelCache(Disk disk, Path folder) {
    this.disk = disk;
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      for (Path file : files()) {
        if (file.toString().endsWith(STAGED)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new StoreException("the model folder cannot be used", e);
    }
  }

  /** Begins an upload. */
  public StagedModel stage(ModelDigest expected) {
    try {
      return new StagedModel(disk, Files.createTempFile(folder, "upload-", STAGED), expected);
    } catch (IOException e) {
      throw new StoreException("a model cannot be staged", e);
    }
  }

  /** Gives a complete upload its place, durably. */
  public ModelBytes adopt(RoundId round, StagedModel staged) {
    if (staged.isEmptyModel()) {
      return ModelBytes.EMPTY;
    }
    try {
      AtomicFile.rename(disk, staged.file(), file(round));
      return ModelBytes.load(file(round));
    } catch (IOException e) {
      throw new StoreException("a model cannot be kept", e);
    }
  }

  /** The model of a round, if it is there and is what was announced. */
  public Optional<ModelBytes> load(RoundId round, ModelDigest expected) {
    if (expected.isEmpty()) {
      return Optional.of(ModelBytes.EMPTY);
    }
    try {
      ModelBytes model = ModelBytes.load(file(round));
      var hash = Digest.newSha256();
      hash.update(model.slice(0, model.length()));
      return Digest.of(hash.digest()).equals(expected.sha256())
          ? Optional.of(model)
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new StoreException("a model cannot be read", e);
    }
  }

  /**
   * Forgets the models of all rounds but these; what cannot be deleted now is tried again later.
   */
  public void keepOnly(Set<RoundId> rounds) {
    Set<Path> kept = rounds.stream().map(this::file).collect(Collectors.toSet());
    try {
      for (Path file : files()) {
        if (file.toString().endsWith(MODEL) && !kept.contains(file)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      LOG.atWarn().log("a model stays until the next round ends");
    }
  }

  private Path file(RoundId round) {
    return folder.resolve(round.run() + "-" + round.number() + MODEL);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
