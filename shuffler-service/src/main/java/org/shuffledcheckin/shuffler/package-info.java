/** The shuffler: hides which client sent which report, and is trusted with no more than that. */
package org.shuffledcheckin.shuffler;
