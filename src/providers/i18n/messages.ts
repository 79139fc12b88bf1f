import type { Language } from "../../../domain/limits";
import type { Messages, MessageValues } from "./keys";

const pause = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The texts of a language, as the server has them now; asked for once more
 * after a second. Throws when they cannot be had: nothing can be said then.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  return readMessages(language).catch(async () => {
    await pause(1000);
    return readMessages(language);
  });
}

/** The texts of a language, asked for once. Throws without them. */
export async function readMessages(language: Language): Promise<Messages> {
  const reply = await fetch(`/locales/${language}.json`);
  if (!reply.ok) throw new Error(`The texts of ${language} are missing.`);
  return (await reply.json()) as Messages;
}

/**
 * The text of a key with its values put in; the key itself when it has none.
 * Reads the same `%{name}` as polyglot, without its plurals: enough for the
 * pages before the sign-in, which must weigh little.
 */
export function translateIn(
  messages: Messages,
  key: string,
  values: MessageValues = {},
): string {
  const text = key
    .split(".")
    .reduce<string | Messages | undefined>(
      (part, name) => (typeof part === "object" ? part[name] : undefined),
      messages,
    );
  if (typeof text !== "string") return key;
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
