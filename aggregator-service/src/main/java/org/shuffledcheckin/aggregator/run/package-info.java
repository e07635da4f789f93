/** Where a run stands, and the feed of what happens in it. */
package org.shuffledcheckin.aggregator.run;
