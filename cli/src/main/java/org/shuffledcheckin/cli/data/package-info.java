/** What the console hears while a data set is being found. */
package org.shuffledcheckin.cli.data;
