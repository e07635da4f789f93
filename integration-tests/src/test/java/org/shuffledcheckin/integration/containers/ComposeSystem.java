package org.shuffledcheckin.integration.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.ExecCreateCmdResponse;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.StreamType;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ComposeContainer;

/** The services of {@code docker-compose.yml} under a project name of their own. */
final class ComposeSystem implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration EXEC = Duration.ofMinutes(2);

  /** As the kernel's table of sockets has it. */
  private static final String LISTENING = "0A";

  /** Addresses in that table, of either version, that only the container itself reaches. */
  private static final Pattern LOOPBACK =
      Pattern.compile("^[0-9A-F]{6}7F:|^0{24}01000000:|^0{16}FFFF0000[0-9A-F]{6}7F:");

  private final String name;
  private final List<File> files = new ArrayList<>();
  private final ComposeContainer compose;
  private final DockerClient docker;

  /**
   * Starts services and what they depend on, from the jars that this build has made.
   *
   * @param name begins the project's name; unique among the tests
   */
  ComposeSystem(
      String name, Map<String, String> environment, List<Path> overrides, String... services) {
    this.name = name;
    docker = requireDocker();
    files.add(home().resolve("docker-compose.yml").toFile());
    overrides.forEach(file -> files.add(file.toFile()));
    compose =
        new ComposeContainer(name, files)
            .withEnv("COMPOSE_PROFILES", "default")
            .withEnv("JARS", "prebuilt")
            .withEnv(environment)
            .withBuild(true)
            .withPull(false)
            .withTailChildContainers(false)
            .withStartupTimeout(START)
            .withServices(services);
    try {
      compose.start();
    } catch (RuntimeException e) {
      String logs = logsOfAll();
      close();
      throw new AssertionError("the system did not start:\n" + logs, e);
    }
  }

  /** The project's folder. */
  static Path home() {
    return Path.of(System.getProperty("checkin.home")).toAbsolutePath().normalize();
  }

  private static DockerClient requireDocker() {
    try {
      return DockerClientFactory.instance().client();
    } catch (IllegalStateException e) {
      throw new AssertionError(
          "These tests need a Docker engine with Compose, and none answers. Start one (on Debian, as"
              + " root: sh deploy/offline/engine.sh), or leave them out with"
              + " -DexcludedGroups=containers.",
          e);
    }
  }

  /** Runs {@code docker compose} on this system as an operator does; gives what it printed. */
  String compose(Map<String, String> environment, String... arguments) {
    return compose(
        environment, ProcessBuilder.Redirect.PIPE, ProcessBuilder.Redirect.PIPE, arguments);
  }

  /** The same with standard input from a file, or standard output to it. */
  void compose(Map<String, String> environment, Path file, boolean reads, String... arguments) {
    String unused =
        reads
            ? compose(
                environment,
                ProcessBuilder.Redirect.from(file.toFile()),
                ProcessBuilder.Redirect.PIPE,
                arguments)
            : compose(
                environment,
                ProcessBuilder.Redirect.PIPE,
                ProcessBuilder.Redirect.to(file.toFile()),
                arguments);
  }

  private String compose(
      Map<String, String> environment,
      ProcessBuilder.Redirect in,
      ProcessBuilder.Redirect out,
      String... arguments) {
    List<String> command = new ArrayList<>(List.of("docker", "compose", "-p", project()));
    files.forEach(file -> command.addAll(List.of("-f", file.getPath())));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectInput(in).redirectOutput(out);
    builder.environment().putAll(Map.of("COMPOSE_PROFILES", "default", "JARS", "prebuilt"));
    builder.environment().putAll(environment);
    try {
      Path said = Files.createTempFile("compose", ".err");
      Process process = builder.redirectError(said.toFile()).start();
      if (in.type() == ProcessBuilder.Redirect.Type.PIPE) {
        process.getOutputStream().close();
      }
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      String complaints = Files.readString(said);
      Files.delete(said);
      if (code != 0) {
        throw new AssertionError(command + " exits with " + code + ": " + printed + complaints);
      }
      return printed + complaints;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends a service's first container as a power cut would. */
  void kill(String service) {
    docker.killContainerCmd(id(service)).withSignal("KILL").exec();
  }

  /** Starts it again. */
  void start(String service) {
    docker.startContainerCmd(id(service)).exec();
  }

  void pause(String service) {
    docker.pauseContainerCmd(id(service)).exec();
  }

  void unpause(String service) {
    docker.unpauseContainerCmd(id(service)).exec();
  }

  /** Cuts a service off a network; gives what {@link #connect} needs. */
  ContainerNetwork disconnect(String service, String network) {
    ContainerNetwork had = networks(service).get(project() + "_" + network);
    docker
        .disconnectFromNetworkCmd()
        .withContainerId(id(service))
        .withNetworkId(had.getNetworkID())
        .withForce(true)
        .exec();
    return had;
  }

  /** Heals a cut, with the address that the service had. */
  void connect(String service, ContainerNetwork had) {
    docker
        .connectToNetworkCmd()
        .withContainerId(id(service))
        .withNetworkId(had.getNetworkID())
        .withContainerNetwork(
            new ContainerNetwork()
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(had.getIpAddress())))
        .exec();
  }

  /** The networks a service is on, by their whole name. */
  Map<String, ContainerNetwork> networks(String service) {
    return inspect(service).getNetworkSettings().getNetworks();
  }

  /** The networks of the project. */
  List<Network> networksOfProject() {
    String project = project();
    return docker.listNetworksCmd().withNameFilter(project + "_").exec();
  }

  /** The services that have a running container. */
  List<String> runningServices() {
    return containers().stream()
        .filter(found -> "running".equals(found.getState()))
        .map(found -> found.getLabels().get("com.docker.compose.service"))
        .distinct()
        .sorted()
        .toList();
  }

  /** The ports at which a service's first container listens for others. */
  List<Integer> listeningPorts(String service) {
    return exec(service, "sh", "-c", "cat /proc/net/tcp /proc/net/tcp6")
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(fields -> fields.length > 3 && fields[3].equals(LISTENING))
        .map(fields -> fields[1])
        .filter(address -> !LOOPBACK.matcher(address).find())
        .map(address -> Integer.parseInt(address.substring(address.indexOf(':') + 1), 16))
        .distinct()
        .sorted()
        .toList();
  }

  InspectContainerResponse inspect(String service) {
    return docker.inspectContainerCmd(id(service)).exec();
  }

  /** Runs a command in a service's first container; fails unless it exits with 0. */
  String exec(String service, String... command) {
    Result result = tryExec(service, command);
    if (result.exitCode() != 0) {
      throw new AssertionError(
          "%s in %s exits with %d: %s%s"
              .formatted(
                  Arrays.toString(command),
                  service,
                  result.exitCode(),
                  result.out(),
                  result.err()));
    }
    return result.out();
  }

  /** Runs our command line in a service's first container. */
  String checkin(String service, String... arguments) {
    List<String> command = new ArrayList<>(List.of("checkin"));
    command.addAll(List.of(arguments));
    return exec(service, command.toArray(String[]::new));
  }

  /** What a command in a container has printed, and how it ended. */
  record Result(long exitCode, String out, String err) {}

  Result tryExec(String service, String... command) {
    ExecCreateCmdResponse exec =
        docker
            .execCreateCmd(id(service))
            .withCmd(command)
            .withAttachStdout(true)
            .withAttachStderr(true)
            .exec();
    Output output = new Output();
    try {
      boolean ended =
          docker
              .execStartCmd(exec.getId())
              .exec(output)
              .awaitCompletion(EXEC.toSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        throw new AssertionError(Arrays.toString(command) + " does not end in " + service);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Long code = docker.inspectExecCmd(exec.getId()).exec().getExitCodeLong();
    return new Result(
        code == null ? -1 : code, output.text(StreamType.STDOUT), output.text(StreamType.STDERR));
  }

  /** Begins a command in a container and does not wait for it. */
  void begin(String service, String... command) {
    ExecCreateCmdResponse exec = docker.execCreateCmd(id(service)).withCmd(command).exec();
    docker.execStartCmd(exec.getId()).withDetach(true).exec(new Output());
  }

  /** The last lines that a service has logged. */
  String log(String service, int lines) {
    return log(container(service).getId(), lines, true);
  }

  private String log(String id, int lines, boolean timestampsOff) {
    Output output = new Output();
    try {
      docker
          .logContainerCmd(id)
          .withStdOut(true)
          .withStdErr(true)
          .withTail(lines)
          .withTimestamps(!timestampsOff)
          .exec(output)
          .awaitCompletion(EXEC.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return output.text(StreamType.STDOUT) + output.text(StreamType.STDERR);
  }

  private String logsOfAll() {
    StringBuilder text = new StringBuilder();
    for (Container container : containers()) {
      text.append(Arrays.toString(container.getNames()))
          .append(' ')
          .append(container.getStatus())
          .append('\n')
          .append(log(container.getId(), 15, true));
    }
    return text.toString();
  }

  private String id(String service) {
    return container(service).getId();
  }

  private Container container(String service) {
    return containers().stream()
        .filter(found -> isOf(found, service))
        .filter(found -> "1".equals(found.getLabels().get("com.docker.compose.container-number")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no container of service " + service));
  }

  private static boolean isOf(Container container, String service) {
    return service.equals(container.getLabels().get("com.docker.compose.service"));
  }

  private String project() {
    return containers().get(0).getLabels().get("com.docker.compose.project");
  }

  private List<Container> containers() {
    return docker.listContainersCmd().withShowAll(true).exec().stream()
        .filter(
            found ->
                found.getLabels().getOrDefault("com.docker.compose.project", "").startsWith(name))
        .toList();
  }

  /** Removes containers, networks and volumes. */
  @Override
  public void close() {
    compose.stop();
  }

  private static final class Output extends ResultCallback.Adapter<Frame> {
    private final Map<StreamType, StringBuilder> texts =
        Map.of(StreamType.STDOUT, new StringBuilder(), StreamType.STDERR, new StringBuilder());

    @Override
    public synchronized void onNext(Frame frame) {
      StringBuilder text = texts.get(frame.getStreamType());
      if (text != null) {
        text.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
      }
    }

    synchronized String text(StreamType type) {
      return texts.get(type).toString();
    }
  }
}
