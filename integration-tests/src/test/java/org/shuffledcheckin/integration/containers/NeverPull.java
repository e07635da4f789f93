package org.shuffledcheckin.integration.containers;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** For machines that reach no registry; named there in {@code TESTCONTAINERS_PULL_POLICY}. */
public final class NeverPull implements ImagePullPolicy {
  @Override
  public boolean shouldPull(DockerImageName image) {
    return false;
  }
}
