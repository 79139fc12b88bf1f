import { createContext } from "../../server/createContext";
import { programJobs } from "../../server/operations";
import { createJobs } from "../../server/platform/jobs";
import { createJobPorts } from "../../server/ports";

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
  const context = { ...made, clock: { now: () => now } };
  const ports = createJobPorts(context);
  const jobs = createJobs(context);
  jobs.start(programJobs({ ...context, jobs, ports }));
  return {
    database: context.database,
    stop: async () => {
      await jobs.stop();
      await context.database.close();
    },
  };
}
