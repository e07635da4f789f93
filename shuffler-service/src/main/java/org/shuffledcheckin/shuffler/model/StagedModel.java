package org.shuffledcheckin.shuffler.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.store.StoreException;

/** A model that is being uploaded. Not safe for use by several threads. */
public final class StagedModel implements AutoCloseable {
  private final Path file;
  private final Disk.Output out;
  private final ModelDigest expected;
  private final MessageDigest sha256 = Digest.newSha256();
  private long received;

  StagedModel(Disk disk, Path file, ModelDigest expected) throws IOException {
    this.file = file;
    this.expected = expected;
    this.out = disk.open(file);
  }

  /** Takes the next piece. */
  public void append(long offset, ByteBuffer piece) {
    if (offset != received
        || piece.remaining() > expected.bytes() - received
        || !piece.hasRemaining()) {
      throw new RefusedException(
          Refusal.MODEL_MISMATCH, "model chunks must follow each other up to the announced length");
    }
    received += piece.remaining();
    sha256.update(piece.duplicate());
    try {
      out.write(piece, offset);
    } catch (IOException e) {
      throw new StoreException("a model cannot be written", e);
    }
  }

  /** Checks that all is there, and makes it durable. */
  public void complete() {
    if (received != expected.bytes() || !Digest.of(sha256.digest()).equals(expected.sha256())) {
      throw new RefusedException(
          Refusal.MODEL_MISMATCH, "the model does not have the announced length and hash");
    }
    try {
      out.sync();
      out.close();
    } catch (IOException e) {
      throw new StoreException("a model cannot be written", e);
    }
  }

  Path file() {
    return file;
  }

  boolean isEmptyModel() {
    return expected.isEmpty();
  }

  /** Removes what was staged, unless it has found its place. */
  @Override
  public void close() {
    try {
      out.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next start sweeps it away.
      return;
    }
  }
}
