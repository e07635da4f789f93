/** What rounds that count or average have found, for those who asked. */
package org.shuffledcheckin.aggregator.counting;
