/** How reading a data set is shown on the console. */
package org.shuffledcheckin.cli.data;
