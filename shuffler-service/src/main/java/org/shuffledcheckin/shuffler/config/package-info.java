/** What the shuffler's operator decides, as records that the configuration binder fills. */
package org.shuffledcheckin.shuffler.config;
