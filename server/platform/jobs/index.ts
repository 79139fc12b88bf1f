export { repeatUntilDone, type Job, type JobQueue } from "./job";
export { createJobs, type EndedRun, type Jobs } from "./jobs";
export { retentionJob, type FolderRule, type RetentionRule } from "./retention";
export { afterFailedCall, claimCalls } from "./outsideCalls";
