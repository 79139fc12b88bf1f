export { jobRunLists, jobRunSource } from "./jobRunLists";
export { mailLists, mailSource } from "./mailLists";
export { mailKinds, programJobs } from "./programJobs";
export { registerStopMails } from "./stopMails";
