/** What the stages of a client's round cost. */
package org.shuffledcheckin.benchmarks.client;
