package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.shuffledcheckin.cli.clients.rpc.ShufflerLine;

/** Enrols clients into a file of tokens, wholly or not at all. */
final class Enrolment {
  /** How many clients one call may revoke. */
  static final int PAGE = 4096;

  private final ShufflerLine line;

  Enrolment(ShufflerLine line) {
    this.line = line;
  }

  /**
   * Enrols; where that breaks off, takes back what it knows of.
   *
   * @param bar is told how many tokens have come
   */
  void enrol(long count, Path out, CountBar bar) throws IOException {
    try (TokenFile file = TokenFile.begin(out)) {
      try {
        line.enrol(
            count,
            tokens -> {
              file.add(tokens);
              bar.stepBy(tokens.size());
            });
        file.complete();
      } catch (IOException | RuntimeException e) {
        takeBack(file.clients(), e);
        throw e;
      }
    }
  }

  /** Clients without a token would be waited for in every round. */
  private void takeBack(List<Long> clients, Exception because) {
    try {
      revoke(clients, new CountBar("", 0));
    } catch (RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  /** Revokes clients page by page; tells how many were enrolled until now. */
  long revoke(List<Long> clients, CountBar bar) {
    long revoked = 0;
    for (int from = 0; from < clients.size(); from += PAGE) {
      List<Long> page = clients.subList(from, Math.min(from + PAGE, clients.size()));
      revoked += line.revoke(page);
      bar.stepBy(page.size());
    }
    return revoked;
  }
}
