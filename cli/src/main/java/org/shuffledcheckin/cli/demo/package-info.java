/** The whole system in one process, over real loopback connections, with a picture at the end. */
package org.shuffledcheckin.cli.demo;
