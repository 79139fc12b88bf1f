import { followStored, readStored, writeStored } from "../../providers/storage";
import { startDraft, type Draft, type Snapshot } from "./draft";

type Stored = Pick<Draft, "base"> & Snapshot;

const keyOf = (userId: string, name: string) => `workshop.${userId}.${name}`;

/** Stores a draft in this browser until it is published or discarded. */
export function storeDraft(userId: string, name: string, draft: Draft): void {
  const { base, present } = draft;
  const stored: Stored = { base, ...present };
  writeStored(keyOf(userId, name), JSON.stringify(stored));
}

export function forgetDraft(userId: string, name: string): void {
  writeStored(keyOf(userId, name), null);
}

/**
 * Calls `onChange` with the draft that another tab of this browser has stored, null
 * if that tab has published or discarded it. Returns a function that stops this.
 */
export const followDraft = (
  userId: string,
  name: string,
  onChange: (draft: Draft | null) => void,
): (() => void) =>
  followStored(keyOf(userId, name), () => onChange(storedDraft(userId, name)));

/** Returns the stored draft without its undo steps, null if nothing is stored. */
export function storedDraft(userId: string, name: string): Draft | null {
  const stored = readStored(keyOf(userId, name));
  if (stored === null) return null;
  try {
    const { base, text, labels } = JSON.parse(stored) as Stored;
    if (typeof base.version !== "string" || typeof text !== "string")
      return null;
    return { ...startDraft(base), present: { text, labels } };
  } catch {
    return null;
  }
}
