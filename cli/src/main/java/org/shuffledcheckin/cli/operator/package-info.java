/** How an operator reaches a service's operators' port, and proves to be one. */
package org.shuffledcheckin.cli.operator;
