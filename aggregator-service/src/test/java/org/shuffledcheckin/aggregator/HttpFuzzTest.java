package org.shuffledcheckin.aggregator;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.run.RunState;

/**
 * Sends the orders of the operations port a hundred thousand requests with wrong actions, tokens,
 * headers and bodies, and some that are no requests at all. None may end in a server error, none
 * without the token may be followed, and the aggregator must work afterwards.
 */
class HttpFuzzTest extends ServiceFixture {
  private static final int REQUESTS = 100_000;
  private static final int PIPELINED = 50;
  private static final List<String> ACTIONS =
      List.of("pause", "resume", "end", "PAUSE", "", "a/b", "pause%20");
  private static final List<String> NO_PATHS = List.of("..", "%2e%2e", "%00", "%", "%zz", "a%2fb");

  private Random random;

  @Test
  void anyRequest_forAnOrder_isFollowedOrRefused() throws Exception {
    long seed = new SecureRandom().nextLong();
    System.out.println("HttpFuzzTest from seed " + seed);
    random = new Random(seed);
    flags.put("operations.tls", "true");
    flags.put("operators.dashboard", "true");
    try (AggregatorService service = start()) {
      service.await();
      int port = service.operationsPort().orElseThrow();
      int answered = 0;
      for (int i = 0; answered < REQUESTS; i++) {
        answered += orders(port, seed);
        if (i % 100 == 0) {
          rubbish(port, seed);
        }
      }
      assertThat(service.status().state()).isEqualTo(RunState.FINISHED);
      assertThat(getSecurely(service, "/healthz").statusCode()).isEqualTo(200);
    }
  }

  /**
   * A connection full of requests, answered one after the other until the server has had enough of
   * it; returns how many were.
   */
  private int orders(int port, long seed) throws IOException {
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int i = 0; i < PIPELINED; i++) {
      requests.writeBytes(order(i == PIPELINED - 1));
    }
    int answered = 0;
    try (Socket socket = secureSocket(port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(requests.toByteArray());
      InputStream replies = new BufferedInputStream(socket.getInputStream());
      for (boolean more = true; more && answered < PIPELINED && !hasEnded(replies); answered++) {
        more = isAnswered(replies, seed);
      }
    }
    assertThat(answered).as("seed %d: a connection ended without a word", seed).isPositive();
    return answered;
  }

  private byte[] order(boolean last) {
    String body = text(random.nextInt(60));
    StringBuilder request = new StringBuilder();
    request.append("POST /api/control/").append(action()).append(" HTTP/1.1\r\nHost: x\r\n");
    if (random.nextInt(3) > 0) {
      request.append("operator-token: ").append(wrongToken()).append("\r\n");
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      request.append("x-").append(i).append(": ").append(text(random.nextInt(30))).append("\r\n");
    }
    if (last) {
      request.append("Connection: close\r\n");
    }
    request.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    return request.toString().getBytes(ISO_8859_1);
  }

  private String action() {
    if (random.nextInt(200) == 0) {
      return NO_PATHS.get(random.nextInt(NO_PATHS.size()));
    }
    return random.nextInt(3) == 0
        ? ACTIONS.get(random.nextInt(ACTIONS.size()))
        : text(random.nextInt(20)).replaceAll("[^a-zA-Z0-9._~-]", "");
  }

  private String wrongToken() {
    return switch (random.nextInt(4)) {
      case 0 -> TOKEN.substring(0, random.nextInt(TOKEN.length()));
      case 1 -> TOKEN + text(1 + random.nextInt(5)).replace(' ', 'x') + "x";
      case 2 -> TOKEN.toUpperCase(Locale.ROOT);
      default -> text(random.nextInt(100));
    };
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt(95)));
    }
    return text.toString();
  }

  /** Bytes that are no request: the connection may simply end, but no error of ours may show. */
  private void rubbish(int port, long seed) throws IOException {
    byte[] bytes = new byte[1 + random.nextInt(400)];
    random.nextBytes(bytes);
    try (Socket socket = secureSocket(port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      String reply = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(reply).as("seed %d", seed).doesNotContain("HTTP/1.1 5").doesNotContain(TOKEN);
    } catch (SocketException reset) {
      // Hanging up is an answer too.
      assertThat(reset).isNotNull();
    }
  }

  /** A server may hang up between two replies: it does so where it has not read a body whole. */
  private static boolean hasEnded(InputStream in) throws IOException {
    in.mark(1);
    try {
      boolean ended = in.read() < 0;
      in.reset();
      return ended;
    } catch (SocketException reset) {
      return true;
    }
  }

  /** Reads one reply whole, which must be a refusal; tells whether the connection goes on. */
  private static boolean isAnswered(InputStream in, long seed) throws IOException {
    int status = Integer.parseInt(line(in).split(" ", 3)[1]);
    assertThat(status).as("seed %d", seed).isBetween(400, 499);
    boolean more = true;
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
      more &= !header.equalsIgnoreCase("connection: close");
    }
    assertThat(new String(in.readNBytes(length), ISO_8859_1)).doesNotContain(TOKEN);
    return more;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the connection ended");
      }
      line.write(next);
    }
    return line.toString(ISO_8859_1).strip();
  }
}
