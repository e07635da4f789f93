/** Finds what a run left in its folder. */
package org.shuffledcheckin.cli.run;
