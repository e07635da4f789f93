package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.signing.VerifyingKey;
import org.shuffledcheckin.kit.signing.VerifyingKeys;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The file of signing keys that a command is about, and how it is shown. */
final class KeyFile {
  @Parameters(index = "0", paramLabel = "FILE", description = "The signing keys: signing.json.")
  private Path path;

  @Mixin private JsonOption json;

  Path path() {
    return path;
  }

  /** Writes the keys, having written down what is done. */
  void write(SigningKeys keys, Action action, String fingerprint) throws IOException {
    try (KeyJournal journal = new KeyJournal(path.toAbsolutePath().getParent())) {
      journal.write(action, "signing key " + fingerprint);
      keys.write(path);
    }
  }

  SigningKeys read() throws IOException {
    return SigningKeys.read(path);
  }

  /** The keys of a bundle; nothing if the file is not one. */
  Optional<VerifyingKeys> readBundle() throws IOException {
    try {
      return Optional.of(VerifyingKeys.parse(Files.readString(path)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Prints keys, the first of which signs, and what to do next; the latter to people only. */
  void print(PrintWriter out, VerifyingKeys keys, boolean firstSigns, String... next) {
    if (json.isGiven()) {
      json.print(out, fields(keys, firstSigns));
      return;
    }
    for (VerifyingKey key : keys.keys()) {
      boolean signs = firstSigns && key.equals(keys.keys().get(0));
      out.println(key.fingerprint() + (signs ? "  signs" : ""));
    }
    for (String line : next) {
      out.println(line);
    }
    out.flush();
  }

  private static Map<String, Object> fields(VerifyingKeys keys, boolean firstSigns) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (VerifyingKey key : keys.keys()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("fingerprint", key.fingerprint());
      if (firstSigns) {
        fields.put("signs", list.isEmpty());
      }
      list.add(fields);
    }
    return Map.of("keys", list);
  }
}
