/** What passes between clients and the shuffler, in the clients' own words. */
package org.shuffledcheckin.client.exchange;
