export {
  makeBackup,
  restoreBackup,
  settleRestoredMails,
} from "./backup/backup";
export { BackupFailed } from "./backup/manifest";
export { jobRunLists, jobRunSource } from "./jobRunLists";
export { mailLists, mailSource } from "./mailLists";
export { mailKinds, programJobs } from "./programJobs";
export { registerPageErrors } from "./pageErrors";
export { removeExpiredJob, retentionRules } from "./retention";
export { registerStopMails } from "./stopMails";
