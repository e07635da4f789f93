/** The operators' journals of running services, as this command line reads them. */
package org.shuffledcheckin.cli.operators.rpc;
