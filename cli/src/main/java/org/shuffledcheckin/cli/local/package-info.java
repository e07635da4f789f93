/** A whole system on this machine, its services configured as a deployment would configure them. */
package org.shuffledcheckin.cli.local;
