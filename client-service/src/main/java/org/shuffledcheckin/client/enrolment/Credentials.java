package org.shuffledcheckin.client.enrolment;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * The enrolment token of each client of a host; 24 bytes a client where tokens have that length.
 * Tokens are secrets: they appear in no text this class makes.
 */
public final class Credentials {
  private final int clients;
  private final int tokenBytes;
  private final byte[] tokens;

  private Credentials(int clients, int tokenBytes, byte[] tokens) {
    this.clients = clients;
    this.tokenBytes = tokenBytes;
    this.tokens = tokens;
  }

  /** Empty credentials, for a client that its TLS certificate names. */
  public static Credentials byCertificate() {
    return new Credentials(1, 0, new byte[0]);
  }

  /** Takes tokens of one length, one for each client. */
  public static Credentials of(List<byte[]> tokens) {
    requireAtLeast("number of tokens", tokens.size(), 1);
    int length = tokens.get(0).length;
    requireBetween("length of a token in bytes", length, 1, WireLimits.CREDENTIAL_BYTES);
    byte[] all = new byte[Math.multiplyExact(length, tokens.size())];
    for (int client = 0; client < tokens.size(); client++) {
      if (tokens.get(client).length != length) {
        throw new IllegalArgumentException(
            "tokens must have one length but number " + (client + 1) + " differs");
      }
      System.arraycopy(tokens.get(client), 0, all, client * length, length);
    }
    return new Credentials(tokens.size(), length, all);
  }

  /**
   * Reads a file of tokens: one a line, in hexadecimal.
   *
   * @throws IOException if the file cannot be read or a line is not a token; the message names the
   *     line and not what is on it
   */
  public static Credentials read(Path file) throws IOException {
    List<byte[]> tokens = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          tokens.add(HexFormat.of().parseHex(line.strip()));
        }
      }
      return of(tokens);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "token file %s must hold tokens of one length in hexadecimal, one a line, but line %d does not"
              .formatted(file, tokens.size() + 1));
    }
  }

  /** How many clients have one. */
  public int clients() {
    return clients;
  }

  /** A client's token. */
  public byte[] of(int client) {
    int from = Objects.checkIndex(client, clients) * tokenBytes;
    return Arrays.copyOfRange(tokens, from, from + tokenBytes);
  }

  @Override
  public String toString() {
    return "Credentials[" + clients + " clients]";
  }
}
