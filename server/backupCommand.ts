import { explainStart } from "./explainStart";
import { migrations } from "./migrations";
import { BackupFailed } from "./operations";
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

/**
 * Runs a command whose only argument is a folder or an option. The exit code is 0 when done, 1 after a
 * failure, and 2 for invalid arguments.
 */
export async function runBackupCommand({
  usage,
  work,
}: BackupCommand): Promise<void> {
  const [argument, ...more] = process.argv.slice(2);
  if (argument === undefined || more.length > 0) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    const scope = {
      config: readConfig(process.env),
      log: createLog("silent"),
      migrations,
    };
    process.stdout.write(`${await work(scope, argument)}\n`);
  } catch (error) {
    const isKnown = error instanceof BackupFailed;
    process.stderr.write(`${isKnown ? error.message : explainStart(error)}\n`);
    process.exitCode = 1;
  }
}
