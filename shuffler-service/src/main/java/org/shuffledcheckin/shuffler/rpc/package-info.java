/** The shuffler's gRPC services. Wire types come and go here and nowhere else. */
package org.shuffledcheckin.shuffler.rpc;
