package org.shuffledcheckin.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigSourceTest {
  enum Mode {
    PLAIN,
    VERY_STRICT
  }

  record Listen(@Default("127.0.0.1") String host, @Default("7443") int port) {
    Listen {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("listen: port must be in [0, 65535] but is " + port);
      }
    }
  }

  record Example(
      Path data,
      Listen listen,
      Optional<Listen> extra,
      @Default("30s") Duration maxAge,
      @Default("64MiB") ByteSize spool,
      @Default("plain") Mode mode,
      @Default("a, b") List<String> names,
      @Default("0.5") double rate,
      @Default("false") boolean loud,
      Optional<Secret> token) {}

  @TempDir Path folder;

  private ConfigSource source(String yaml, Map<String, String> env, Map<String, String> flags)
      throws IOException {
    Path file = folder.resolve("example.yaml");
    Files.writeString(file, yaml);
    return new ConfigSource(Optional.of(file), "CHECKIN_EXAMPLE", env, flags);
  }

  @Test
  void read_onlyRequiredGiven_takesDefaults() throws IOException {
    Example read = source("data: /var/lib/x\n", Map.of(), Map.of()).read(Example.class);
    assertThat(read)
        .isEqualTo(
            new Example(
                Path.of("/var/lib/x"),
                new Listen("127.0.0.1", 7443),
                Optional.empty(),
                Duration.ofSeconds(30),
                new ByteSize(64 << 20),
                Mode.PLAIN,
                List.of("a", "b"),
                0.5,
                false,
                Optional.empty()));
  }

  @Test
  void read_everythingGiven_flagBeatsEnvironmentBeatsFile() throws IOException {
    String yaml =
        """
        data: d
        listen: {host: h, port: 1}
        extra:
          port: 9
        max-age: 250ms
        mode: very-strict
        names: [x]
        loud: true
        """;
    Example read =
        source(
                yaml,
                Map.of("CHECKIN_EXAMPLE_LISTEN_PORT", "2", "CHECKIN_EXAMPLE_LISTEN_HOST", "e"),
                Map.of("listen.port", "3"))
            .read(Example.class);
    assertThat(read.listen()).isEqualTo(new Listen("e", 3));
    assertThat(read.extra()).contains(new Listen("127.0.0.1", 9));
    assertThat(read.maxAge()).isEqualTo(Duration.ofMillis(250));
    assertThat(read.mode()).isEqualTo(Mode.VERY_STRICT);
    assertThat(read.names()).containsExactly("x");
    assertThat(read.loud()).isTrue();
  }

  @Test
  void read_unknownKeys_namesEachAndWhatWasMeant() throws IOException {
    ConfigSource source =
        source(
            "data: d\nlisten: {prot: 1}\nmaxage: 3s\n",
            Map.of(
                "CHECKIN_EXAMPLE_LISTEN_POTR", "1",
                "CHECKIN_EXAMPLE_SERVICE_HOST", "10.0.0.1",
                "CHECKIN_EXAMPLE_PORT", "tcp://10.0.0.1:1"),
            Map.of("spol", "1MiB"));
    assertThatThrownBy(() -> source.read(Example.class))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("unknown key listen.prot (did you mean listen.port?)")
        .hasMessageContaining("unknown key maxage (did you mean max-age?)")
        .hasMessageContaining("unknown key spol (did you mean spool?)")
        .hasMessageContaining(
            "unknown variable CHECKIN_EXAMPLE_LISTEN_POTR"
                + " (did you mean CHECKIN_EXAMPLE_LISTEN_PORT?)")
        .hasMessageNotContaining("SERVICE_HOST");
  }

  @Test
  void read_wrongValues_namesKeyBoundAndValue() throws IOException {
    ConfigSource source =
        source(
            "listen: {port: 70000}\nmax-age: soon\nspool: 3 apples\nmode: odd\nrate: NaN\n",
            Map.of(),
            Map.of());
    assertThatThrownBy(() -> source.read(Example.class))
        .hasMessageContaining("data is required")
        .hasMessageContaining("listen: port must be in [0, 65535] but is 70000")
        .hasMessageContaining("max-age must be a duration such as 30s but is 'soon'")
        .hasMessageContaining("spool must be a size such as 64MiB but is '3 apples'")
        .hasMessageContaining("mode must be one of plain, very-strict but is 'odd'")
        .hasMessageContaining("rate must be a finite number but is 'NaN'");
  }

  @Test
  void read_secret_onlyFromFileOrEnvironmentAndNeverShown() throws IOException {
    Path file = folder.resolve("token");
    Files.writeString(file, "hunter2\n");
    Example fromFile =
        source("data: d\ntoken: file:" + file + "\n", Map.of(), Map.of()).read(Example.class);
    assertThat(fromFile.token()).contains(Secret.of("hunter2"));
    assertThat(fromFile.toString()).doesNotContain("hunter2");
    Example fromEnvironment =
        source("data: d\n", Map.of("CHECKIN_EXAMPLE_TOKEN", "hunter3"), Map.of())
            .read(Example.class);
    assertThat(fromEnvironment.token().orElseThrow().matches("hunter3")).isTrue();
    ConfigSource inline = source("data: d\ntoken: hunter4\n", Map.of(), Map.of());
    assertThatThrownBy(() -> inline.read(Example.class))
        .hasMessageContaining("token is a secret")
        .hasMessageNotContaining("hunter4");
  }

  @Test
  void read_brokenOrDuplicatedYaml_isRefusedWithLine() throws IOException {
    ConfigSource twice = source("data: d\ndata: e\n", Map.of(), Map.of());
    assertThatThrownBy(() -> twice.read(Example.class)).hasMessageContaining("line 2");
    ConfigSource broken = source("data: [\n", Map.of(), Map.of());
    assertThatThrownBy(() -> broken.read(Example.class)).isInstanceOf(ConfigException.class);
    ConfigSource missing =
        new ConfigSource(Optional.of(folder.resolve("none")), "X", Map.of(), Map.of());
    assertThatThrownBy(() -> missing.read(Example.class)).hasMessageContaining("cannot be read");
  }

  @Test
  void keys_listEveryValueWithItsDefault() {
    assertThat(ConfigSource.keys(Example.class))
        .contains(
            new ConfigKey("listen.port", int.class, Optional.of("7443"), false),
            new ConfigKey("data", Path.class, Optional.empty(), true),
            new ConfigKey("token", Secret.class, Optional.empty(), false));
  }
}
