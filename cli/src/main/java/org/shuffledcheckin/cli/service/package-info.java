/** Runs one service of a deployment until it is asked to stop. */
package org.shuffledcheckin.cli.service;
