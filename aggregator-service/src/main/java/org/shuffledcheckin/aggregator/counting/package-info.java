/** What rounds that count or average have found, in a file for those who asked. */
package org.shuffledcheckin.aggregator.counting;
