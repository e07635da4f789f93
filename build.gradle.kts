// The Gradle front door. Maven is the build of record (pom.xml): every task here runs the Maven goal
// of the same meaning, so that versions and dependencies live in one place.
//
//   gradle build | test | integrationTest | images
//   gradle run -Pargs="demo --quick"

val maven = if (File.separatorChar == '\\') "mvn.cmd" else "mvn"

fun mavenTask(name: String, about: String, vararg goals: String) =
    tasks.register<Exec>(name) {
        group = "shuffled-checkin"
        description = about
        commandLine(listOf(maven, "-B", "-ntp") + goals)
    }

mavenTask("build", "Builds, analyses and tests every module.", "verify")
mavenTask("test", "Runs the unit tests.", "test")
mavenTask("integrationTest", "Runs the tests that need Docker.", "verify", "-Pintegration")
mavenTask("images", "Builds the services' container image.", "package", "-Dfast", "-DskipTests", "-Pimages")

tasks.register<Exec>("run") {
    group = "shuffled-checkin"
    description = "Runs the command line with the words of -Pargs, by default the demo."
    val words = (project.findProperty("args") ?: "demo").toString().split(" ")
    commandLine(listOf("sh", "checkin") + words)
}
