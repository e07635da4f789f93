/** The wire: the only package that knows generated message types. */
package org.shuffledcheckin.client.rpc;
