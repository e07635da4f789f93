/**
 * The shuffler without its network: {@code Shuffler} is what the gRPC services call and what tests
 * drive by hand.
 */
package org.shuffledcheckin.shuffler.core;
