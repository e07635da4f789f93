package org.shuffledcheckin.cli.main;

import picocli.CommandLine.IVersionProvider;

/** Reads the version that the build wrote into the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"checkin " + (version == null ? "(not packaged)" : version)};
  }
}
