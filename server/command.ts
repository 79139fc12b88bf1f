import { explainStart } from "./explainStart";
import { migrations } from "./migrations";
import { readConfig, type Config } from "./platform/config";
import type { Migrations } from "./platform/database";
import { createLog } from "./platform/log";

/** A command for the operator, such as `npm run backup`. */
export type Command = {
  usage: string;
  argumentCount: 0 | 1;
  /** Whether the argument may be missing. */
  isOptional?: boolean;
  /** Does the work with the argument, and returns the text to print. */
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

/** Does the work of a command. The outcome contains the errors; nothing is logged. */
export async function performCommand(
  { usage, argumentCount, isOptional, work }: Command,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const isMissing = words.length < argumentCount && !isOptional;
  if (isMissing || words.length > argumentCount)
    return { code: 2, output: "", errors: `${usage}\n` };
  try {
    const config = readConfig(environment);
    const scope = { config, log: createLog("silent"), migrations };
    const output = await work(scope, words[0] ?? "");
    return { code: 0, output: `${output}\n`, errors: "" };
  } catch (error) {
    return { code: 1, output: "", errors: `${explainStart(error)}\n` };
  }
}

/** Runs the command with the arguments of the process. */
export async function runCommand(command: Command): Promise<void> {
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
