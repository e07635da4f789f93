/** The life of a round: opened, answered, closed by one rule, released or discarded, finished. */
package org.shuffledcheckin.shuffler.round;
