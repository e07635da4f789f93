/** Answers what a budget allows, and how often clients really check in. */
package org.shuffledcheckin.accountant.planner;
