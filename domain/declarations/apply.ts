import { applyOrder } from "./applyOrder";
import {
  asOne,
  fromOne,
  stepsOf,
  type Change,
  type Document,
} from "./document";
import { isObject, isSame, own, type Json, type JsonObject } from "./json";
import { entryKey, keyedList, type KeyedList } from "./keyedList";

/** Entries are put behind others once these stand in their order. */
const phases = ["remove", "set", "order", "add"] as const;

/**
 * The document with the changes made. One that holds already is fine; one whose
 * `before` holds no longer is a conflict, and its part stays as it is.
 */
export function apply(
  document: Document,
  changes: readonly Change[],
): { document: Document; conflicts: Change[] } {
  const conflicts = new Set<Change>();
  let one: Json = asOne(document);
  for (const phase of phases)
    for (const change of changes) {
      if (change.kind !== phase) continue;
      const next = changed(one, stepsOf(change.pointer), change);
      if (next === conflict) conflicts.add(change);
      else one = next;
    }
  return {
    document: fromOne(one as JsonObject),
    conflicts: changes.filter((change) => conflicts.has(change)),
  };
}

const conflict = Symbol("conflict");
type Outcome = Json | typeof conflict;

/** The value with the change made at the end of the steps. */
function changed(
  value: Json,
  steps: readonly string[],
  change: Change,
): Outcome {
  const [step, ...rest] = steps;
  if (step === undefined) return replaced(value, change);
  const list = keyedList(value);
  if (list) return inList(list, step, { rest, change });
  if (!isObject(value)) return conflict;
  const present = own(value, step);
  if (rest.length === 0 && isAboutPresence(change)) {
    const wanted = change.kind === "add" ? (change.after as Json) : undefined;
    if (isSame(present, wanted)) return value;
    if (!isSame(present, change.before as Json | undefined)) return conflict;
    if (wanted !== undefined) return { ...value, [step]: wanted };
    const { [step]: _gone, ...others } = value;
    return others;
  }
  if (present === undefined) return conflict;
  const next = changed(present, rest, change);
  return next === conflict ? next : { ...value, [step]: next };
}

function inList(
  list: KeyedList,
  key: string,
  { rest, change }: { rest: readonly string[]; change: Change },
): Outcome {
  const entries = list.map(([, entry]) => entry);
  const index = list.findIndex(([name]) => name === key);
  const present = entries[index];
  if (rest.length === 0 && isAboutPresence(change)) {
    const wanted = change.kind === "add" ? (change.after as Json) : undefined;
    if (isSame(present, wanted)) return entries;
    if (!isSame(present, change.before as Json | undefined)) return conflict;
    return wanted === undefined
      ? entries.toSpliced(index, 1)
      : ([...entries] as Json[]).toSpliced(
          placeBehind(list, change.behind),
          0,
          wanted,
        );
  }
  if (present === undefined) return conflict;
  const next = changed(present, rest, change);
  if (next === conflict) return next;
  // An entry that is known by another name than before would be another entry.
  if (!isObject(next) || entryKey(next) !== key) return conflict;
  return entries.with(index, next);
}

const isAboutPresence = ({ kind }: Change): boolean =>
  kind === "add" || kind === "remove";

/** Behind the entry it once followed, else last. */
function placeBehind(list: KeyedList, behind: Change["behind"]): number {
  if (behind === null) return 0;
  const index = list.findIndex(([key]) => key === behind);
  return index === -1 ? list.length : index + 1;
}

function replaced(value: Json, change: Change): Outcome {
  if (change.kind === "order") return applyOrder(value, change) ?? conflict;
  if (isSame(value, change.after as Json)) return value;
  return isSame(value, change.before as Json)
    ? (change.after as Json)
    : conflict;
}
