/** Tells where services and runs stand. */
package org.shuffledcheckin.cli.status;
