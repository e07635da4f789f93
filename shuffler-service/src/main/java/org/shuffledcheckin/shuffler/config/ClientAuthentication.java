package org.shuffledcheckin.shuffler.config;

/** How clients prove who they are. */
public enum ClientAuthentication {
  /** By the enrolment token in each answer. */
  TOKEN,
  /** By a TLS certificate that names the client's number; one client on each connection. */
  CERTIFICATE
}
