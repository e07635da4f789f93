package org.shuffledcheckin.kit.signing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.kit.files.AtomicFile;

/**
 * A folder with an aggregator's signing keys and the bundle that others believe.
 *
 * @param path of the folder
 */
public record SigningFolder(Path path) {
  /** Holds private keys; stays with the aggregator. */
  public static final String KEYS = "signing.json";

  /** Holds their public halves; goes to clients and to the shuffler's operator. */
  public static final String BUNDLE = "bundle.json";

  /** The file of private keys. */
  public Path keys() {
    return path.resolve(KEYS);
  }

  /** The file of public keys. */
  public Path bundle() {
    return path.resolve(BUNDLE);
  }

  /** Makes a key where there is none, and the bundle of what is there where that is missing. */
  public void makeMissing() throws IOException {
    if (Files.notExists(keys())) {
      SigningKeys.generate().write(keys());
    }
    if (Files.notExists(bundle())) {
      AtomicFile.replace(bundle(), SigningKeys.read(keys()).verifyingKeys().toBytes());
    }
  }
}
