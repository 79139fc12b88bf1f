import { createContext } from "../../server/createContext";
import { createJobs } from "../../server/platform/jobs";
import { jobsOf, openAll } from "./areas";

/**
 * Starts the background jobs of the program at a fixed time, with the settings of
 * these variables. The caller stops them.
 */
export async function startJobs(
  environment: Record<string, string | undefined>,
  time: string,
) {
  const now = new Date(time);
  const made = await createContext(environment);
  const clocked = { ...made, clock: { now: () => now } };
  const jobs = createJobs(clocked);
  const context = openAll({ ...clocked, jobs });
  jobs.start(jobsOf(context));
  return {
    database: context.database,
    stop: async () => {
      await jobs.stop();
      await context.database.close();
    },
  };
}
