/**
 * The highest change number that this page has received from writes, lists and
 * live updates. Later lists must include it. Servers that send no change numbers
 * get none.
 */
let known: bigint | undefined;

const header = "change-number";

/** Remembers a change number that a server has sent. */
export function noteChangeNumber(text: string | null): void {
  if (text === null || !/^\d{1,18}$/.test(text)) return;
  const received = BigInt(text);
  if (known === undefined || received > known) known = received;
}

/** Remembers the change number of a reply, if it has one. */
export const noteChangeOf = (reply: Headers): void => {
  noteChangeNumber(reply.get(header));
};

/** Returns whether a call asks for certain changes. */
export const hasChangeNumber = (): boolean => known !== undefined;

/** Returns the header that asks for a reply with all known changes. */
export const changeHeaders = (): Record<string, string> =>
  known === undefined ? {} : { [header]: String(known) };
