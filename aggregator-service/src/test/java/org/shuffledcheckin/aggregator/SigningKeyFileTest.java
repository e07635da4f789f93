package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.signing.VerifyingKey;
import org.slf4j.LoggerFactory;

class SigningKeyFileTest {
  private static final Announcement ROUND =
      TestRounds.charged(1, RoundKey.generate()).announced().orElseThrow().announcement();
  private static final Head HEAD = LedgerChain.genesis(TestRounds.RUN);

  @TempDir private Path folder;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final SigningKeys keys = SigningKeys.generate();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("signing.json");
    keys.write(file);
    lines.start();
    log().addAppender(lines);
    log().setLevel(Level.INFO);
  }

  @AfterEach
  void stopListening() {
    log().detachAppender(lines);
    log().setLevel(null);
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger(SigningKeyFile.class);
  }

  private List<String> said() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** Makes sure that the change shows, however coarse the file system's clock is. */
  private void changed(int times) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000L * times));
  }

  private static boolean signs(SigningKeyFile signer, SigningKeys keys) {
    VerifyingKey first = keys.verifyingKeys().keys().get(0);
    return first.verifies(signer.sign(ROUND, HEAD));
  }

  @Test
  void open_keysForTheirOwnerOnly_signsAndTellsWhichKey() {
    assertThat(signs(SigningKeyFile.open(file), keys)).isTrue();
    String fingerprint = keys.verifyingKeys().keys().get(0).fingerprint();
    assertThat(said()).containsExactly("rounds are signed by key " + fingerprint);
  }

  @Test
  void open_noFile_isRefusedByName() {
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> SigningKeyFile.open(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("signing-key: there is no file " + missing + "; 'checkin keys' makes one");
  }

  @Test
  void open_somethingElse_isRefusedByName() throws IOException {
    for (String text : List.of("", "{}", keys.verifyingKeys().toText())) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> SigningKeyFile.open(file))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no signing keys can be read from " + file);
    }
  }

  @Test
  void open_keysThatOthersMayRead_warns() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    SigningKeyFile.open(file);
    assertThat(said()).anyMatch(line -> line.contains("others than its owner"));
  }

  @Test
  void sign_fileChanged_signsWithTheNewKeyWithoutARestart() throws IOException {
    SigningKeyFile signer = SigningKeyFile.open(file);
    SigningKeys both = keys.withNewKey();
    both.write(file);
    changed(1);
    assertThat(signs(signer, keys)).as("a key that was only added does not sign").isTrue();
    SigningKeys rotated = both.signing(both.verifyingKeys().keys().get(1).fingerprint());
    rotated.write(file);
    changed(2);
    assertThat(signs(signer, keys)).isFalse();
    assertThat(signs(signer, rotated)).isTrue();
  }

  @Test
  void sign_fileBrokenOrGone_goesOnWithTheLastKey() throws IOException {
    SigningKeyFile signer = SigningKeyFile.open(file);
    Files.writeString(file, "{");
    changed(1);
    assertThat(signs(signer, keys)).isTrue();
    Files.delete(file);
    assertThat(signs(signer, keys)).isTrue();
    assertThat(said()).anyMatch(line -> line.contains("the last ones go on signing"));
  }
}
