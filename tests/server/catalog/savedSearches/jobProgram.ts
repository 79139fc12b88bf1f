// Runs the background jobs at the time of TIME until it is killed.
import { startJobs } from "../../../support/startJobs";

await startJobs(process.env, process.env.TIME ?? "");
process.stdout.write("READY http://jobs\n");
