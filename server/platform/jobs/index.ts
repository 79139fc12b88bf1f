export { repeatUntilDone, type Job, type JobQueue } from "./job";
export { createJobs, type Jobs } from "./jobs";
export { afterFailedCall, claimCalls } from "./outsideCalls";
