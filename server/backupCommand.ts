import path from "node:path";
import { explainStart } from "./explainStart";
import { migrations } from "./migrations";
import {
  BackupFailed,
  makeBackup,
  restoreBackup,
  settleRestoredMails,
} from "./operations";
import { systemClock } from "./platform/clock";
import { readConfig, type Config } from "./platform/config";
import type { Migrations } from "./platform/database";
import { createLog } from "./platform/log";

type BackupCommand = {
  usage: string;
  /** Does the work with the folder or option, and returns the text to print. */
  work: (
    scope: {
      config: Config;
      log: ReturnType<typeof createLog>;
      migrations: Migrations;
    },
    argument: string,
  ) => Promise<string>;
};

type Outcome = {
  /** The exit code: 0 when done, 1 after a failure, 2 for invalid arguments. */
  code: number;
  /** The text for standard output. */
  output: string;
  /** The text for standard error. */
  errors: string;
};

/** `npm run backup` */
export const backupCommand: BackupCommand = {
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
export const restoreCommand: BackupCommand = {
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

/** Runs a command whose only argument is a folder or an option. */
export async function performCommand(
  { usage, work }: BackupCommand,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const [argument, ...more] = words;
  if (argument === undefined || more.length > 0)
    return { code: 2, output: "", errors: `${usage}\n` };
  try {
    const scope = {
      config: readConfig(environment),
      log: createLog("silent"),
      migrations,
    };
    return { code: 0, output: `${await work(scope, argument)}\n`, errors: "" };
  } catch (error) {
    const isKnown = error instanceof BackupFailed;
    const reason = isKnown ? error.message : explainStart(error);
    return { code: 1, output: "", errors: `${reason}\n` };
  }
}

/** Runs the command with the arguments of the process. */
export async function runCommand(command: BackupCommand): Promise<void> {
  const words = process.argv.slice(2);
  const { code, output, errors } = await performCommand(
    command,
    words,
    process.env,
  );
  process.stdout.write(output);
  process.stderr.write(errors);
  process.exitCode = code;
}
