export { operations } from "./area";
export { makeBackup } from "./backup/backup";
export { verifySeals } from "./seals/verifySeals";
export { withDatabase } from "./backup/place";
export { restoreBackup, settleRestoredMails } from "./backup/restore";
export { BackupFailed } from "./backup/place";
