/** TLS 1.3 between services, and a development authority that issues what it needs. */
package org.shuffledcheckin.kit.tls;
