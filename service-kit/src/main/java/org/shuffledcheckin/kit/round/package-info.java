/**
 * What a round is, validated: its {@link org.shuffledcheckin.kit.round.RoundTerms terms}, the bytes
 * that announce them, and the bounds of the wire. Generated protobuf types stop here.
 */
package org.shuffledcheckin.kit.round;
