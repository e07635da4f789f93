package org.shuffledcheckin.cli.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Output for programs instead of people. */
public final class JsonOption {
  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  /** Whether JSON is wanted. */
  public boolean isGiven() {
    return json;
  }

  /** Prints a value as indented JSON. */
  public void print(PrintWriter out, Object value) {
    try {
      out.println(
          new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write as JSON: " + value, e);
    }
    out.flush();
  }
}
