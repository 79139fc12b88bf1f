import { AsyncLocalStorage } from "node:async_hooks";

/** A position in the changes of the database. */
export type ChangeNumber = bigint;

/**
 * The highest change number of each topic that a client has seen, or that a request has
 * written. The number of `ofAllTopics` counts for all topics.
 */
export type KnownChanges = ReadonlyMap<string, ChangeNumber>;

/** The topic of numbers that count for all topics. */
export const ofAllTopics = "";

/** Returns the number that counts for a topic, by default the highest; 0 without one. */
export function numberOf(known: KnownChanges, topic?: string): ChangeNumber {
  let highest = 0n;
  for (const [name, number] of known) {
    const counts =
      topic === undefined || name === topic || name === ofAllTopics;
    if (counts && number > highest) highest = number;
  }
  return highest;
}

/** Returns the text of a header, such as `120, notes=125`. */
export const knownText = (known: KnownChanges): string =>
  [...known]
    .map(
      ([topic, number]) => (topic === "" ? "" : `${topic}=`) + String(number),
    )
    .join(", ");

/** Reads the text of a header. A malformed text has no numbers. */
export function parseKnown(text: string): KnownChanges {
  if (!headerText.test(text)) return new Map();
  return new Map(
    text.split(/, */).map((entry) => {
      const [topic = "", number = ""] = entry.includes("=")
        ? entry.split("=")
        : [ofAllTopics, entry];
      return [topic, BigInt(number)];
    }),
  );
}

const headerText =
  /^([a-z]{1,20}=)?\d{1,18}(, ?([a-z]{1,20}=)?\d{1,18}){0,20}$/;

const written = new AsyncLocalStorage<Map<string, ChangeNumber>>();

/** Runs `task`, and adds the numbers of the changes that it commits to `numbers`. */
export const collectWritten = (
  numbers: Map<string, ChangeNumber>,
  task: () => void,
): void => {
  written.run(numbers, task);
};

/**
 * Returns a function to call once a change is committed, so that the request which runs
 * now sends its number.
 */
export function noteWritten(number: ChangeNumber, topic: string): () => void {
  const numbers = written.getStore();
  return () => {
    const before = numbers?.get(topic) ?? 0n;
    if (number > before) numbers?.set(topic, number);
  };
}
