package org.shuffledcheckin.accountant.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Holds the examples of a module's README to code that a test compiles and runs. */
public final class ReadmeExample {
  private static final Pattern IN_README = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern IN_TEST =
      Pattern.compile("// README: begin\n(.*?)\n *// README: end", Pattern.DOTALL);

  private ReadmeExample() {}

  /**
   * Asserts that the {@code java} blocks of the module's README.md are, in order and letter by
   * letter, what stands in the test's source between the lines {@code // README: begin} and {@code
   * // README: end}.
   */
  public static void assertPrintedAsIn(Class<?> test) throws IOException {
    Path module = Path.of(System.getProperty("basedir", ""));
    Path source = module.resolve("src/test/java/" + test.getName().replace('.', '/') + ".java");
    assertThat(examples(IN_README, module.resolve("README.md")))
        .isNotEmpty()
        .isEqualTo(examples(IN_TEST, source));
  }

  private static List<String> examples(Pattern pattern, Path file) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1).stripIndent().strip())
        .toList();
  }
}
