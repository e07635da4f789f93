/** The system as Compose runs it: real containers, a real database, real faults. */
package org.shuffledcheckin.integration.containers;
