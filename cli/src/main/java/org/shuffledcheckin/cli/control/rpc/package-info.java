/** The aggregator's operators' port, as this command line calls it. */
package org.shuffledcheckin.cli.control.rpc;
