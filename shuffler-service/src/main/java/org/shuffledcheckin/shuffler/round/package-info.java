/**
 * The life of a round: opened, pledged to, delivered to, closed by one rule, released or discarded,
 * finished.
 */
package org.shuffledcheckin.shuffler.round;
