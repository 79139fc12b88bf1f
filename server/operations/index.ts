export { operations } from "./area";
export { makeBackup } from "./backup/backup";
export { restoreBackup, settleRestoredMails } from "./backup/restore";
export { BackupFailed } from "./backup/place";
