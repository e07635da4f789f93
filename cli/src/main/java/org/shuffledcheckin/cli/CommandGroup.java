package org.shuffledcheckin.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing but hold others: without one of them there is nothing to do. */
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public final void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
