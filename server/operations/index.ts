export { makeBackup } from "./backup/backup";
export { restoreBackup, settleRestoredMails } from "./backup/restore";
export { BackupFailed } from "./backup/manifest";
export { jobRunLists, jobRunSource } from "./jobRunLists";
export { mailLists, mailSource } from "./mailLists";
export { mailKinds, programJobs } from "./programJobs";
export { registerPageErrors } from "./pageErrors";
export { removeExpiredJob, retentionRules } from "./retention";
export { registerStopMails } from "./stopMails";
