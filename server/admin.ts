import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { runCommand } from "./command";
import { AdministratorRefused, saveAdministrator } from "./identity";
import { openAccount } from "./payments";
import { systemClock } from "./platform/clock";
import { migrate, openDatabase } from "./platform/database";

const usage = `Usage: npm run admin

Creates an administrator, or changes the password of one. Asks for e-mail and
password. Scripts set ADMIN_EMAIL and ADMIN_PASSWORD, or write the e-mail and
the password to standard input, one line each.`;

type Credentials = { email: string; password: string };

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

await runCommand({
  usage,
  argumentCount: 0,
  work: async ({ config, log, migrations }) => {
    const credentials = await readCredentials(process.env);
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
      log,
    });
    try {
      await migrate(database, migrations);
      const outcome = await saveAdministrator(
        { database, clock: systemClock, log },
        credentials,
        openAccount,
      );
      return `Administrator ${credentials.email.trim()}: ${outcome}`;
    } finally {
      await database.close();
    }
  },
});
