import { readFile } from "node:fs/promises";
import { areas } from "./areas";
import { checkPaper, CheckFailed } from "./bidding";
import type { Command } from "./command";
import { verifySeals, withDatabase } from "./operations";
import { keysFolder, readPublicKeys } from "./platform/signing";

/** `npm run verify` */
export const verifyCommand: Command = {
  argumentCount: 1,
  usage: `Usage: npm run verify -- FILE
       npm run verify -- seals
       npm run verify -- HEAD

FILE: checks the receipt whose text was copied into the file: the signed text and
the signature. It needs the folder public of KEYS_DIRECTORY, and no database.
seals: checks all seals and sealed rows of the database, and prints the newest head.
HEAD: checks them as well, and that they contain this head of an earlier day.`,
  work: async (scope, argument) => {
    if (argument === "seals") return checkSeals(scope);
    if (/^[0-9a-f]{64}$/.test(argument)) return checkSeals(scope, argument);
    const folder = keysFolder(scope.config);
    if (folder === null) throw new CheckFailed("Set KEYS_DIRECTORY");
    return checkPaper(await readText(argument), readPublicKeys(folder));
  },
};

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CheckFailed(`${file} cannot be read`, { cause: error });
  }
}

/** Faults that are printed. */
const mostShown = 20;

async function checkSeals(
  scope: Parameters<Command["work"]>[0],
  wanted?: string,
): Promise<string> {
  const sealed = areas.flatMap(({ sealed: tables = [] }) => tables);
  const { seals, rows, head, hasHead, faults } = await withDatabase(
    scope,
    (database) =>
      verifySeals(database, sealed, wanted === undefined ? {} : { wanted }),
  );
  const lines = faults.map(
    ({ seal, table, fault }) => `Seal ${seal} of ${table}: ${fault}`,
  );
  if (wanted !== undefined && !hasHead)
    lines.push("No seal has this head: seals were removed or written anew");
  if (lines.length > 0)
    throw new CheckFailed(
      [`${lines.length} faults`, ...lines.slice(0, mostShown)].join("\n"),
    );
  return `${seals} seals of ${rows} rows are unchanged\nHead: ${head ?? "none"}`;
}
