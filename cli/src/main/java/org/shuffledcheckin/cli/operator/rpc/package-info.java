/** Calls to operators' ports, and what becomes of those that fail. */
package org.shuffledcheckin.cli.operator.rpc;
