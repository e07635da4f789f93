package org.shuffledcheckin.kit.signing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.kit.sealing.ModelKeys;

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

  /** Holds the keys under which models travel; stays with the aggregator and goes to clients. */
  public static final String MODEL_KEYS = "model-keys.json";

  /** The file of private keys. */
  public Path keys() {
    return path.resolve(KEYS);
  }

  /** The file of public keys. */
  public Path bundle() {
    return path.resolve(BUNDLE);
  }

  /** The file of model keys. */
  public Path modelKeys() {
    return path.resolve(MODEL_KEYS);
  }

  /** Makes keys where there are none, and the bundle of what is there where that is missing. */
  public void makeMissing() throws IOException {
    if (Files.notExists(keys())) {
      SigningKeys.generate().write(keys());
    }
    if (Files.notExists(bundle())) {
      AtomicFile.replace(bundle(), SigningKeys.read(keys()).verifyingKeys().toBytes());
    }
    if (Files.notExists(modelKeys())) {
      new ModelKeys(List.of(ModelKey.generate(new SecureRandom()))).write(modelKeys());
    }
  }
}
