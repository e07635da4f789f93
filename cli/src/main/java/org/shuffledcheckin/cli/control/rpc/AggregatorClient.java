package org.shuffledcheckin.cli.control.rpc;

import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.aggregator.rpc.RunWire;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.kit.server.OperatorClient;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunReply;
import org.shuffledcheckin.proto.v1.GetRunRequest;

/** What an operator asks of an aggregator. */
public final class AggregatorClient implements AutoCloseable {
  private static final long CALL_SECONDS = 30;

  private final OperatorClient operator;
  private final AggregatorOperatorGrpc.AggregatorOperatorBlockingStub stub;

  /** Calls through an operator's client, which it closes. */
  public AggregatorClient(OperatorClient operator) {
    this.operator = operator;
    this.stub = operator.stub(AggregatorOperatorGrpc::newBlockingStub);
  }

  /** Who is at the other end. */
  public String peer() {
    return operator.peer();
  }

  /** Where the run stands now. */
  public RunStatus status() {
    GetRunReply reply = operator.call(() -> inTime().getRun(GetRunRequest.getDefaultInstance()));
    return RunWire.read(reply);
  }

  /** Gives an order; when this returns, the aggregator remembers it, restarts included. */
  public void give(Order order) {
    ControlRunRequest request = ControlRunRequest.newBuilder().setAction(action(order)).build();
    operator.call(() -> inTime().controlRun(request));
  }

  private AggregatorOperatorGrpc.AggregatorOperatorBlockingStub inTime() {
    return stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
  }

  private static ControlRunRequest.Action action(Order order) {
    return switch (order) {
      case PAUSE -> ControlRunRequest.Action.ACTION_PAUSE;
      case RESUME -> ControlRunRequest.Action.ACTION_RESUME;
      case END -> ControlRunRequest.Action.ACTION_END;
    };
  }

  @Override
  public void close() {
    operator.close();
  }
}
