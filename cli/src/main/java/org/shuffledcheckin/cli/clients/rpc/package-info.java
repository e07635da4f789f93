/** The shuffler's operator port, as this command line calls it. */
package org.shuffledcheckin.cli.clients.rpc;
