import {
  readAppState,
  saveAppState,
  type Database,
} from "../platform/database";

/** Returns the value that the demo stored under a key, or null. */
export async function readDemoValue<Value>(
  { longRunning }: Pick<Database, "longRunning">,
  key: string,
): Promise<Value | null> {
  const text = await readAppState(longRunning, key);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Stores a value under a key, in place of an earlier one. */
export const saveDemoValue = (
  { longRunning }: Pick<Database, "longRunning">,
  key: string,
  state: object,
): Promise<void> => saveAppState(longRunning, key, JSON.stringify(state));
