import { rowRuntimeText } from "../../../../generated/rowRuntimeText";
import type { Validate } from "../../../../domain/fieldProblem";

const addressOf = (text: string): string =>
  `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;

/** Loads a module's text as a browser would, its runtime file beside it. */
export async function load(text: string): Promise<Validate> {
  const whole = text.replace(
    /from "[^"]+"/,
    `from ${JSON.stringify(addressOf(rowRuntimeText))}`,
  );
  const loaded = (await import(addressOf(whole))) as { default: Validate };
  return loaded.default;
}
