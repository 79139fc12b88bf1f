export type { Job, JobQueue } from "./job";
export { createJobs, type Jobs } from "./jobs";
