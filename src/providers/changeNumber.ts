/**
 * The highest change numbers that this page has received from writes, lists and live
 * updates, by topic; the numbers of lists and live updates count for all topics. Later
 * lists must include them. Servers that send no change numbers get none.
 */
const known = new Map<string, bigint>();

/** The lowest change number received: every list on this page includes changes up to it. */
let oldest: bigint | undefined;

const header = "change-number";
const allTopics = "";

const parse = (text: string | null): bigint | undefined =>
  text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;

function note(topic: string, received: bigint | undefined): void {
  if (received === undefined) return;
  const before = known.get(topic);
  if (before === undefined || received > before) known.set(topic, received);
}

/** Remembers a change number that a server has sent. */
export function noteChangeNumber(text: string | null): void {
  note(allTopics, parse(text));
}

/** Remembers the change numbers of a reply, such as `120` or `records=125, accounts=128`. */
export function noteChangeOf(reply: Headers): void {
  for (const entry of reply.get(header)?.split(", ") ?? []) {
    const [topic = "", number] = entry.split("=");
    if (number !== undefined) {
      note(topic, parse(number));
      continue;
    }
    const received = parse(entry);
    note(allTopics, received);
    if (received === undefined) continue;
    if (oldest === undefined || received < oldest) oldest = received;
  }
}

/** Returns whether the next GET sends a `Change-Number` header. */
export const hasChangeNumber = (): boolean => known.size > 0;

/**
 * Returns the number after which this page may lack changes as long as it has no
 * live stream; undefined before the first reply with a number.
 */
export const oldestChangeNumber = (): string | undefined => oldest?.toString();

/** Returns the header that asks for a reply with all known changes. */
export function changeHeaders(): Record<string, string> {
  if (known.size === 0) return {};
  const ofAll = known.get(allTopics) ?? 0n;
  const texts = [...known]
    .filter(([topic, number]) => topic === allTopics || number > ofAll)
    .map(([topic, number]) => (topic ? `${topic}=` : "") + String(number));
  return { [header]: texts.join(", ") };
}
