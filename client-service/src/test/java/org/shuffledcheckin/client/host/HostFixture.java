package org.shuffledcheckin.client.host;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.TestShuffler;
import org.shuffledcheckin.kit.sealing.RoundKey;

/** A shuffler in this process, and hosts that answer to it. */
abstract class HostFixture {
  static final byte[] MODEL = TestRounds.model(0.1f);

  @TempDir Path folder;

  final Recorder recorder = new Recorder();
  final RoundKey key = RoundKey.generate();
  TestShuffler shuffler;

  @BeforeEach
  void start() throws Exception {
    shuffler = new TestShuffler();
  }

  @AfterEach
  void stop() {
    shuffler.close();
  }

  final ClientHost host(HostSettings settings) throws Exception {
    ClientHost host =
        new ClientHost(
            settings, folder, Optional.empty(), shuffler.shuffler(TestHosts.token(0)), recorder);
    host.start();
    return host;
  }
}
