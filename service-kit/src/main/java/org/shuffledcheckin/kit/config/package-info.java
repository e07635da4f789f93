/** One YAML file per service into validated records, with every value overridable. */
package org.shuffledcheckin.kit.config;
