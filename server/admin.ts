import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { runCommand } from "./command";
import {
  AdministratorRefused,
  removeLostFactors,
  saveAdministrator,
} from "./identity";
import { openAccount } from "./payments";
import { systemClock } from "./platform/clock";
import { migrate, openDatabase } from "./platform/database";

const removeFactors = "--remove-factors";

const usage = `Usage: npm run admin
       npm run admin -- ${removeFactors}

Creates an administrator, or changes the password of one. Asks for e-mail and
password. Scripts set ADMIN_EMAIL and ADMIN_PASSWORD, or write the e-mail and
the password to standard input, one line each.

With ${removeFactors} it removes the second factors of a user who has lost them, and
disconnects single sign-on. It asks for the e-mail.`;

type Credentials = { email: string; password: string };

/** Returns e-mail and password; without `asksPassword` an empty password. */
async function readCredentials(
  environment: NodeJS.ProcessEnv,
  asksPassword: boolean,
): Promise<Credentials> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password = "" } = environment;
  if (email && (password || !asksPassword)) return { email, password };
  if (process.stdin.isTTY) return askOnTerminal(asksPassword);
  const [first = "", second = ""] = (await text(process.stdin)).split(/\r?\n/);
  return { email: first, password: second };
}

async function askOnTerminal(asksPassword: boolean): Promise<Credentials> {
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
    if (!asksPassword) return { email, password: "" };
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
  argumentCount: 1,
  isOptional: true,
  work: async ({ config, log, migrations }, option) => {
    if (option !== "" && option !== removeFactors)
      throw new AdministratorRefused(usage);
    const isRemoval = option === removeFactors;
    const credentials = await readCredentials(process.env, !isRemoval);
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
      log,
    });
    try {
      await migrate(database, migrations);
      const context = { database, clock: systemClock, log };
      if (isRemoval) {
        await removeLostFactors(context, credentials.email);
        return `${credentials.email.trim()}: second factors removed`;
      }
      const outcome = await saveAdministrator(
        context,
        credentials,
        openAccount,
      );
      return `Administrator ${credentials.email.trim()}: ${outcome}`;
    } finally {
      await database.close();
    }
  },
});
