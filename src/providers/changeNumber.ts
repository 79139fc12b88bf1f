/**
 * The highest change number that this page has received from writes, lists and
 * live updates. Later lists must include it. Servers that send no change numbers
 * get none.
 */
let known: bigint | undefined;

/** The lowest change number received: every reply on this page includes changes up to it. */
let oldest: bigint | undefined;

const header = "change-number";

const parse = (text: string | null): bigint | undefined =>
  text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;

/** Remembers a change number that a server has sent. */
export function noteChangeNumber(text: string | null): void {
  const received = parse(text);
  if (received === undefined) return;
  if (known === undefined || received > known) known = received;
}

/** Remembers the change number of a reply, if it has one. */
export function noteChangeOf(reply: Headers): void {
  const text = reply.get(header);
  noteChangeNumber(text);
  const received = parse(text);
  if (received === undefined) return;
  if (oldest === undefined || received < oldest) oldest = received;
}

/** Returns whether the next GET sends a `Change-Number` header. */
export const hasChangeNumber = (): boolean => known !== undefined;

/**
 * Returns the number after which this page may lack changes as long as it has no
 * live stream; undefined before the first reply with a number.
 */
export const oldestChangeNumber = (): string | undefined => oldest?.toString();

/** Returns the header that asks for a reply with all known changes. */
export const changeHeaders = (): Record<string, string> =>
  known === undefined ? {} : { [header]: String(known) };
