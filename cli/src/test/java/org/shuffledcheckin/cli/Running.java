package org.shuffledcheckin.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.shuffledcheckin.cli.main.Checkin;

/** The command line, run in this process. */
public final class Running {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs a command; gives its exit code. */
  public int checkin(Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    return Checkin.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  /** What it printed. */
  public String out() {
    return out.toString();
  }

  /** What it complained of. */
  public String err() {
    return err.toString();
  }

  /** What it printed, as JSON. */
  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out());
  }
}
