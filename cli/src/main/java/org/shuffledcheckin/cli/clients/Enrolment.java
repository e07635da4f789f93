package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.shuffledcheckin.cli.clients.rpc.ShufflerLine;

/**
 * Enrols clients into a file of tokens, wholly or not at all: a client whose token nobody holds
 * would be waited for in every round. If the process is killed, the shuffler revokes whom the
 * broken call had enrolled; if the call was over by then, the next enrolment into the same file
 * does, for everybody whose token had been written.
 *
 * <p>What remains: clients whose tokens the shuffler had sent, in a call that was over for it, and
 * that this process had not written when it was killed, milliseconds later; and those whose partial
 * file a power failure took. Nobody knows their numbers, and only a shuffler that waits for a word
 * of thanks could revoke them. A partial file must not meet another shuffler than the one that
 * filled it, whose numbers mean other clients.
 */
final class Enrolment {
  /** How many clients one call may revoke. */
  static final int PAGE = 4096;

  private final ShufflerLine line;

  Enrolment(ShufflerLine line) {
    this.line = line;
  }

  /**
   * Enrols, when whom an earlier life left behind is revoked; where that breaks off, takes back
   * what it knows of.
   *
   * @param bar is told how many tokens have come
   * @return how many an earlier life had left behind
   */
  long enrol(long count, Path out, CountBar bar) throws IOException {
    try (TokenFile file = TokenFile.begin(out)) {
      long leftBehind = takeBack(file);
      try {
        line.enrol(
            count,
            tokens -> {
              file.add(tokens);
              bar.stepBy(tokens.size());
            });
        file.complete();
        return leftBehind;
      } catch (IOException | RuntimeException e) {
        takeBack(file, e);
        throw e;
      }
    }
  }

  private void takeBack(TokenFile file, Exception because) {
    try {
      takeBack(file);
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private long takeBack(TokenFile file) throws IOException {
    long revoked = revoke(file.clients(), new CountBar("", 0));
    file.clear();
    return revoked;
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
