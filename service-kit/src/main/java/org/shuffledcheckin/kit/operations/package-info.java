/** The operations port: metrics, liveness, readiness, and whatever pages a service adds. */
package org.shuffledcheckin.kit.operations;
