import type { Language } from "../../../domain/limits";
import type { Messages, MessageValues } from "./useT";
import { valueAt } from "../../../domain/formats";

const retryDelayMs = 1_000;
const timeoutMs = 10_000;

/**
 * Loads the texts of a language for the first screen, with one retry after a
 * second. Throws if the retry fails too.
 */
export const loadMessages = (language: Language): Promise<Messages> =>
  readMessages(language).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return readMessages(language);
  });

/** Loads the texts of a language as the server has them now. */
export async function readMessages(language: Language): Promise<Messages> {
  const reply = await fetch(`/locales/${language}.json`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) throw new Error(`The texts of ${language} are missing.`);
  return (await reply.json()) as Messages;
}

/**
 * Returns the text of a key with its `%{name}` placeholders filled in, or the
 * key if it has no text. It supports no plurals: the login page, which must
 * load without polyglot, needs none.
 */
export function translateIn(
  messages: Messages,
  key: string,
  values: MessageValues = {},
): string {
  const text = valueAt(messages, key.split("."));
  if (typeof text !== "string") return key;
  return text.replace(/%\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
