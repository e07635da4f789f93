/** Enrols and revokes clients at a running shuffler, as its operator. */
package org.shuffledcheckin.cli.clients;
