package org.shuffledcheckin.shuffler.config;

/** How clients prove who they are. */
public enum ClientAuthentication {
  /** By an enrolment token: the one of a pledge or delivery, or else the one of its call. */
  TOKEN,
  /** By a TLS certificate that names the client's number; one client on each connection. */
  CERTIFICATE
}
