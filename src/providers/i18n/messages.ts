import type { Language } from "../../../domain/limits";
import type { Messages, MessageValues } from "./keys";

/** The texts of a language, as the server has them now. */
export async function loadMessages(language: Language): Promise<Messages> {
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
