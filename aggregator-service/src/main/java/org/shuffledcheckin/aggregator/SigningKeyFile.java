package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.shuffledcheckin.aggregator.round.RoundSigner;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signing keys in a file, read again when the file has changed: another key signs without a
 * restart. A file that is gone or broken changes nothing; what was read last goes on signing. Safe
 * for use by several threads.
 */
final class SigningKeyFile implements RoundSigner {
  private static final Logger LOG = LoggerFactory.getLogger(SigningKeyFile.class);
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);

  private final Path file;
  private FileTime readAt;
  private SigningKeys keys;

  private SigningKeyFile(Path file) throws IOException {
    this.file = file;
    this.readAt = Files.getLastModifiedTime(file);
    this.keys = read();
  }

  /**
   * Reads keys.
   *
   * @throws IllegalArgumentException that names the file, if it cannot be read or holds none
   */
  static SigningKeyFile open(Path file) {
    try {
      return new SigningKeyFile(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "signing-key: there is no file %s; 'checkin keys' makes one".formatted(file), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "signing-key: no signing keys can be read from %s (%s)".formatted(file, reason(e)), e);
    }
  }

  @Override
  public SignedRound sign(Announcement round, Head ledger) {
    return current().sign(round, ledger);
  }

  private synchronized SigningKeys current() {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      if (!changed.equals(readAt)) {
        readAt = changed;
        keys = read();
      }
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .log("signing keys cannot be read again ({}); the last ones go on signing", reason(e));
    }
    return keys;
  }

  private SigningKeys read() throws IOException {
    SigningKeys read = SigningKeys.read(file);
    warnOfReaders();
    LOG.info("rounds are signed by key {}", read.verifyingKeys().keys().get(0).fingerprint());
    return read;
  }

  /** Whoever can read the file can sign rounds that clients answer. */
  private void warnOfReaders() throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS);
    others.retainAll(view.readAttributes().permissions());
    if (!others.isEmpty()) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .log("others than its owner may use the signing keys; take their permissions away");
    }
  }

  private static String reason(IOException failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }
}
