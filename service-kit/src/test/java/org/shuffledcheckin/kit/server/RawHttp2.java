package org.shuffledcheckin.kit.server;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2HeadersFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2StreamChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One HTTP/2 connection that sends frames as tests want them, also such as no client sends. */
public final class RawHttp2 implements AutoCloseable {
  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel connection;

  /** Connects to this machine. */
  public RawHttp2(int port, String rootPem) throws Exception {
    SslContext tls =
        GrpcSslContexts.forClient()
            .trustManager(new ByteArrayInputStream(rootPem.getBytes(StandardCharsets.UTF_8)))
            .build();
    connection =
        new Bootstrap()
            .group(threads)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(tls.newHandler(channel.alloc(), "localhost", port))
                        .addLast(Http2FrameCodecBuilder.forClient().build())
                        .addLast(new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                  }
                })
            .connect("localhost", port)
            .sync()
            .channel();
  }

  /** Begins a call whose request is to be so long. */
  public Call call(String method, Optional<byte[]> credential, int requestBytes) throws Exception {
    Call call = new Call();
    Http2StreamChannel stream =
        new Http2StreamChannelBootstrap(connection).handler(call).open().get(10, TimeUnit.SECONDS);
    DefaultHttp2Headers headers = new DefaultHttp2Headers();
    headers.method("POST").scheme("https").authority("localhost").path("/" + method);
    headers.add("content-type", "application/grpc").add("te", "trailers");
    credential.ifPresent(
        token -> headers.add("checkin-credential-bin", Base64.getEncoder().encodeToString(token)));
    stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers)).get(10, TimeUnit.SECONDS);
    call.stream = stream;
    call.send(ByteBuffer.allocate(5).put((byte) 0).putInt(requestBytes).array());
    return call;
  }

  /** Whether the server has closed the connection. */
  public boolean isClosed() {
    return !connection.isActive();
  }

  @Override
  public void close() {
    ChannelFuture unused = connection.close();
    Future<?> unusedToo = threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** A call under way. */
  public static final class Call extends ChannelInboundHandlerAdapter {
    private final AtomicLong sent = new AtomicLong();
    private final CompletableFuture<String> status = new CompletableFuture<>();
    private Http2StreamChannel stream;

    /** Sends more of the request, as soon as the server's window allows it. */
    public void send(byte[] bytes) {
      ChannelFuture unused =
          stream
              .writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes)))
              .addListener(
                  written -> {
                    if (written.isSuccess()) {
                      sent.addAndGet(bytes.length);
                    }
                  });
    }

    /** Bytes that the server has let through its window. */
    public long sent() {
      return sent.get();
    }

    /** The number of the gRPC status, or "reset". */
    public CompletableFuture<String> status() {
      return status;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof Http2HeadersFrame frame && frame.headers().contains("grpc-status")) {
        status.complete(frame.headers().get("grpc-status").toString());
      }
      ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      status.complete("reset");
    }
  }
}
