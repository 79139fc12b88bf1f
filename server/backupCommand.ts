import path from "node:path";
import type { Command } from "./command";
import { makeBackup, restoreBackup, settleRestoredMails } from "./operations";
import { systemClock } from "./platform/clock";

/** `npm run backup` */
export const backupCommand: Command = {
  argumentCount: 1,
  usage: `Usage: npm run backup -- FOLDER

Writes the database and its uploaded files into a new folder.`,
  work: async (scope, argument) => {
    const folder = path.resolve(argument);
    const { files, missing } = await makeBackup(scope, {
      folder,
      now: systemClock.now(),
    });
    return `The database and ${files} of ${files + missing} files are in ${folder}${
      missing === 0
        ? ""
        : `\n${missing} files are left out, because the storage does not have them`
    }`;
  },
};

const mailOptions = new Map<string, "send" | "drop">([
  ["--send-held-mails", "send"],
  ["--drop-held-mails", "drop"],
]);

/** `npm run restore` */
export const restoreCommand: Command = {
  argumentCount: 1,
  usage: `Usage: npm run restore -- FOLDER
       npm run restore -- --send-held-mails
       npm run restore -- --drop-held-mails

Loads a backup into an empty database and an empty place for files. Mails that waited
when the backup was made are held until they are sent or dropped with an option.`,
  work: async (scope, argument) => {
    const action = mailOptions.get(argument);
    if (action) {
      const now = systemClock.now();
      const mails = await settleRestoredMails(scope, { action, now });
      return action === "send"
        ? `${mails} mails will be sent`
        : `${mails} mails are dropped`;
    }
    const { files, heldMails } = await restoreBackup(
      scope,
      path.resolve(argument),
    );
    const restored = `The database and ${files} files are restored`;
    return heldMails === 0
      ? restored
      : `${restored}
${heldMails} mails are on hold, because they may have been sent after the backup was made.
Send them: npm run restore -- --send-held-mails
Drop them: npm run restore -- --drop-held-mails`;
  },
};
