/**
 * Enrolled clients that attack the system they belong to. {@code HostileClients} plays them, {@code
 * HostileTally} tells what came of it; attacks and forgeries stay inside.
 */
package org.shuffledcheckin.loadtest.hostile;
