/** gRPC servers and channels with limits, health, graceful shutdown and one mapping of refusals. */
package org.shuffledcheckin.kit.server;
