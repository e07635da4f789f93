/**
 * The shuffler: hides which client sent which report, and is trusted with no more than that. {@code
 * ShufflerService} wires what the packages below hold; nothing below knows of it.
 */
package org.shuffledcheckin.shuffler;
