import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { explainStart } from "./explainStart";
import { AdministratorRefused, saveAdministrator } from "./identity";
import { migrations } from "./migrations";
import { openAccount } from "./payments";
import { systemClock } from "./platform/clock";
import { readConfig } from "./platform/config";
import { migrate, openDatabase } from "./platform/database";
import { createLog } from "./platform/log";

const usage = `Usage: npm run admin

Creates an administrator, or changes the password of one. Asks for e-mail and
password. Scripts set ADMIN_EMAIL and ADMIN_PASSWORD, or write the e-mail and
the password to standard input, one line each.`;

type Credentials = { email: string; password: string };

/** Returns the exit code: 0 done, 1 failed, 2 arguments given. */
async function run(words: readonly string[]): Promise<number> {
  if (words.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    const config = readConfig(process.env);
    const credentials = await readCredentials(process.env);
    const log = createLog("silent");
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
      log,
    });
    try {
      await migrate(database, migrations);
      const context = { database, clock: systemClock, log };
      const outcome = await saveAdministrator(
        context,
        credentials,
        openAccount,
      );
      process.stdout.write(
        `Administrator ${credentials.email.trim()}: ${outcome}\n`,
      );
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    const isRefused = error instanceof AdministratorRefused;
    process.stderr.write(
      `${isRefused ? error.message : explainStart(error)}\n`,
    );
    return 1;
  }
}

async function readCredentials(
  environment: NodeJS.ProcessEnv,
): Promise<Credentials> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment;
  if (email && password) return { email, password };
  if (process.stdin.isTTY) return askOnTerminal();
  const [first = "", second = ""] = (await text(process.stdin)).split(/\r?\n/);
  return { email: first, password: second };
}

async function askOnTerminal(): Promise<Credentials> {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({
    input: process.stdin,
    output,
    terminal: true,
  });
  const askHidden = async (question: string) => {
    process.stdout.write(question);
    isHidden = true;
    const answer = await terminal.question("");
    isHidden = false;
    process.stdout.write("\n");
    return answer;
  };
  try {
    const email = await terminal.question("E-mail: ");
    const password = await askHidden("Password: ");
    if ((await askHidden("Password again: ")) === password)
      return { email, password };
    throw new AdministratorRefused("The two passwords differ.");
  } finally {
    terminal.close();
  }
}

process.exitCode = await run(process.argv.slice(2));
