package org.shuffledcheckin.kit.server;

import io.grpc.BindableService;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One gRPC port: limits, health, refusals and graceful shutdown. Of a request's headers, services
 * see those that were asked for and no others; an exception that escapes a service becomes INTERNAL
 * without detail.
 */
public final class GrpcServer implements AutoCloseable {
  private static final ThreadFactory DAEMONS = new DefaultThreadFactory("grpc-transport", true);

  private final Server server;
  private final HealthStatusManager health;
  private final ExecutorService executor;
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
    ServerBuilder<?> transport = transport(builder.endpoint).executor(executor);
    List<ServerInterceptor> interceptors = new ArrayList<>(builder.interceptors);
    // The last of the list sees a call first.
    interceptors.add(new MetadataFilter(Set.copyOf(builder.headers)));
    interceptors.add(new ExceptionShield());
    interceptors.add(new CallLimit(limits.load().maxCalls()));
    for (BindableService service : builder.services) {
      transport.addService(
          ServerInterceptors.intercept(LenientDecoding.of(service.bindService()), interceptors));
    }
    transport.addService(health.getHealthService());
    if (builder.reflection) {
      transport.addService(ProtoReflectionServiceV1.newInstance());
    }
    return transport.build();
  }

  private ServerBuilder<?> transport(Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Network network) {
      return NettyServerBuilder.forAddress(
              new InetSocketAddress(network.host(), network.port()),
              network.identity().server(network.clients()))
          .channelFactory(() -> new ConnectionLimit(limits.load().maxConnections()))
          .bossEventLoopGroup(transportThreads(1))
          .workerEventLoopGroup(transportThreads(0))
          .maxInboundMessageSize(limits.maxMessage().toInt())
          .maxInboundMetadataSize(limits.maxMetadata().toInt())
          .maxConcurrentCallsPerConnection(limits.load().maxCallsPerConnection())
          .handshakeTimeout(limits.timeouts().handshake().toMillis(), TimeUnit.MILLISECONDS)
          .keepAliveTime(limits.timeouts().keepAlive().toMillis(), TimeUnit.MILLISECONDS)
          .permitKeepAliveTime(limits.timeouts().keepAlive().toMillis() / 2, TimeUnit.MILLISECONDS)
          .permitKeepAliveWithoutCalls(true);
    }
    return InProcessServerBuilder.forName(((Endpoint.InProcess) endpoint).name());
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
