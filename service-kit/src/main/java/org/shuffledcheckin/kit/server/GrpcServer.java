package org.shuffledcheckin.kit.server;

import io.grpc.BindableService;
import io.grpc.DecompressorRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.shuffledcheckin.kit.config.ByteSize;

/**
 * One gRPC port: limits, health, refusals and graceful shutdown. Of a request's headers, services
 * see those that were asked for and no others; an exception that escapes a service becomes INTERNAL
 * without detail.
 */
public final class GrpcServer implements AutoCloseable {
  /** Calls that one connection may break off in so many seconds. */
  private static final int RESETS = 1000;

  private static final int RESETS_SECONDS = 10;
  private static final ThreadFactory DAEMONS = new DefaultThreadFactory("grpc-transport", true);

  private final Server server;
  private final HealthStatusManager health;
  private final ExecutorService executor;
  private final ScheduledThreadPoolExecutor timers;
  private final List<Runnable> drains;
  private final ServerLimits limits;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<EventLoopGroup> transports = new ArrayList<>();

  private GrpcServer(Builder builder) {
    health = new HealthStatusManager();
    limits = builder.limits;
    drains = List.copyOf(builder.drains);
    executor =
        Executors.newFixedThreadPool(
            limits.load().threads(), new DaemonThreads(builder.name + "-rpc"));
    timers = new ScheduledThreadPoolExecutor(1, new DaemonThreads(builder.name + "-timers"));
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    server = assemble(builder);
    try {
      server.start();
    } catch (IOException e) {
      stopThreads();
      throw new UncheckedIOException(
          "%s cannot listen on %s: %s".formatted(builder.name, builder.endpoint, reason(e)), e);
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  /** Prepares a server; the name appears in thread names. */
  public static Builder builder(String name, Endpoint endpoint, ServerLimits limits) {
    return new Builder(name, endpoint, limits);
  }

  /** The port it listens on; -1 inside one process. */
  public int port() {
    return server.getPort();
  }

  /** Tells health checks whether work is taken. */
  public void setServing(boolean serving) {
    health.setStatus(
        HealthStatusManager.SERVICE_NAME_ALL_SERVICES,
        serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
  }

  /** Takes no new calls, lets those under way end within the grace, then ends them. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    health.enterTerminalState();
    server.shutdown();
    drains.forEach(Runnable::run);
    try {
      if (!server.awaitTermination(
          limits.timeouts().shutdownGrace().toMillis(), TimeUnit.MILLISECONDS)) {
        server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    stopThreads();
  }

  private void stopThreads() {
    executor.shutdown();
    timers.shutdown();
    // Nobody waits for these: they are daemons, and the server has ended.
    for (EventLoopGroup group : transports) {
      Future<?> unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  /** Threads that move bytes; 0 for as many as the machine has use for. */
  private EventLoopGroup transportThreads(int count) {
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(count, DAEMONS, NioIoHandler.newFactory());
    transports.add(group);
    return group;
  }

  private Server assemble(Builder builder) {
    QuietTransport.install();
    Connections connections = new Connections(limits, builder.callers.isEmpty(), timers);
    CallGate gate =
        new CallGate(
            new CallPools(limits, builder.pools),
            builder.callers,
            connections,
            new InboundBudget(limits.load().maxInbound().bytes()),
            executor,
            timers);
    ServerBuilder<?> transport =
        transport(builder, connections)
            .directExecutor()
            .callExecutor(gate)
            .addStreamTracerFactory(gate)
            .addTransportFilter(connections)
            // A compressed request can be a thousand times longer than what was counted of it.
            .decompressorRegistry(DecompressorRegistry.emptyInstance());
    List<ServerInterceptor> interceptors = new ArrayList<>(builder.interceptors);
    if (builder.endpoint instanceof Endpoint.Network network) {
      interceptors.add(new RevocationCheck(network.identity()));
    }
    // The last of the list sees a call first.
    interceptors.add(new MetadataFilter(Set.copyOf(builder.headers)));
    interceptors.add(new ExceptionShield());
    interceptors.add(gate);
    for (BindableService service : builder.services) {
      transport.addService(
          ServerInterceptors.intercept(LenientDecoding.of(service.bindService()), interceptors));
    }
    transport.addService(ServerInterceptors.intercept(health.getHealthService(), gate));
    if (builder.reflection) {
      transport.addService(
          ServerInterceptors.intercept(ProtoReflectionServiceV1.newInstance(), gate));
    }
    return transport.build();
  }

  private ServerBuilder<?> transport(Builder builder, Connections connections) {
    if (builder.endpoint instanceof Endpoint.Network network) {
      return NettyServerBuilder.forAddress(
              new InetSocketAddress(network.host(), network.port()),
              network.identity().server(network.clients()))
          .channelFactory(() -> new ConnectionLimit(connections))
          .bossEventLoopGroup(transportThreads(1))
          .workerEventLoopGroup(transportThreads(0))
          .flowControlWindow(builder.window)
          .maxInboundMessageSize(limits.maxMessage().toInt())
          .maxInboundMetadataSize(limits.maxMetadata().toInt())
          .maxConcurrentCallsPerConnection(limits.load().maxCallsPerConnection())
          .maxRstFramesPerWindow(RESETS, RESETS_SECONDS)
          .handshakeTimeout(limits.timeouts().handshake().toMillis(), TimeUnit.MILLISECONDS)
          .maxConnectionIdle(limits.timeouts().idle().toMillis(), TimeUnit.MILLISECONDS)
          .keepAliveTime(limits.timeouts().keepAlive().toMillis(), TimeUnit.MILLISECONDS)
          .permitKeepAliveTime(limits.timeouts().keepAlive().toMillis() / 2, TimeUnit.MILLISECONDS)
          .permitKeepAliveWithoutCalls(true);
    }
    return InProcessServerBuilder.forName(((Endpoint.InProcess) builder.endpoint).name());
  }

  /** Collects what a server serves. */
  public static final class Builder {
    private final String name;
    private final Endpoint endpoint;
    private final ServerLimits limits;
    private final List<BindableService> services = new ArrayList<>();
    private final List<ServerInterceptor> interceptors = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private final List<Runnable> drains = new ArrayList<>();
    private final Map<String, CallPool> pools = new HashMap<>();
    private Optional<CallerCheck> callers = Optional.empty();
    private int window = NettyServerBuilder.DEFAULT_FLOW_CONTROL_WINDOW;
    private boolean reflection;

    private Builder(String name, Endpoint endpoint, ServerLimits limits) {
      this.name = name;
      this.endpoint = endpoint;
      this.limits = limits;
    }

    /** Serves a service. */
    public Builder serve(BindableService service) {
      services.add(service);
      return this;
    }

    /** Lets a check see every call before the services do. */
    public Builder check(ServerInterceptor interceptor) {
      interceptors.add(interceptor);
      return this;
    }

    /**
     * Asks every caller for a credential, whatever it calls but health. Without this, whoever gets
     * through the TLS handshake is known.
     */
    public Builder callers(CallerCheck check) {
      callers = Optional.of(check);
      return this;
    }

    /** Gives methods a pool, which they share, instead of the one for all calls. */
    public Builder pool(CallPool pool, MethodDescriptor<?, ?>... methods) {
      for (MethodDescriptor<?, ?> method : methods) {
        pools.put(method.getFullMethodName(), pool);
      }
      return this;
    }

    /** Bounds the bytes that one connection may have sent before anyone asked for them. */
    public Builder window(ByteSize bytes) {
      window = bytes.toInt();
      return this;
    }

    /** Lets checks and services see a request header that would otherwise be dropped. */
    public Builder header(String key) {
      headers.add(key);
      return this;
    }

    /** Runs when the server stops taking calls: streams without an end of their own end here. */
    public Builder onDrain(Runnable drain) {
      drains.add(drain);
      return this;
    }

    /** Lets callers list services and messages. */
    public Builder reflection(boolean on) {
      reflection = on;
      return this;
    }

    /** Binds the port and takes calls from now on. */
    public GrpcServer start() {
      return new GrpcServer(this);
    }
  }
}
