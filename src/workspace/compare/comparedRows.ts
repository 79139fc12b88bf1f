import {
  comparedParameter,
  comparedText,
  mostCompared,
  type ComparedRow,
} from "../../../domain/comparison";
import { sessionStore } from "../../providers/session";
import { readStored, writeStored } from "../../providers/storage";
import { followStored } from "../../providers/tabStorage";
import { createStore } from "../../providers/store";

/** A row that was chosen for the comparison, with its name. */
export type ChosenRow = ComparedRow & { title: string };

type Stored = { userId: string } & {
  [Name in typeof comparedParameter]: readonly ChosenRow[];
};

const key = "compare";

/** The rows that the user has chosen, in all tabs of this browser. */
export const comparedRows = createStore<readonly ChosenRow[]>(readChosen());

/** Returns the id of the signed-in user; null without a session. */
function currentUser(): string | null {
  const session = sessionStore.get();
  return session.status === "authenticated" ? session.viewer.userId : null;
}

let shownTo = currentUser();
let isReading = false;

function readAgain(): void {
  isReading = true;
  comparedRows.set(readChosen());
  isReading = false;
}

comparedRows.subscribe(() => {
  const userId = currentUser();
  if (isReading || userId === null) return;
  const stored: Stored = { userId, [comparedParameter]: comparedRows.get() };
  writeStored(key, JSON.stringify(stored));
});

followStored(key, readAgain);

sessionStore.subscribe(() => {
  if (sessionStore.get().status === "anonymous") writeStored(key, null);
  if (currentUser() === shownTo) return;
  shownTo = currentUser();
  readAgain();
});

/** Returns the stored rows of the signed-in user. */
function readChosen(): readonly ChosenRow[] {
  const { userId, [comparedParameter]: rows } = storedChoice();
  return userId === currentUser() && Array.isArray(rows)
    ? rows.filter(isChosen).slice(0, mostCompared)
    : [];
}

/** Returns what is stored; empty if it is not JSON. */
function storedChoice(): Partial<Stored> {
  try {
    return Object(JSON.parse(readStored(key) ?? "null")) as Partial<Stored>;
  } catch {
    return {};
  }
}

function isChosen(entry: unknown): entry is ChosenRow {
  return (
    typeof entry === "object" &&
    entry !== null &&
    ["list", "id", "title"].every(
      (name) =>
        typeof Object.entries(entry).find(([own]) => own === name)?.[1] ===
        "string",
    )
  );
}

export const isSameRow = (left: ComparedRow, right: ComparedRow): boolean =>
  left.list === right.list && left.id === right.id;

/** Adds or removes a row. Returns false if there are four rows already. */
export function toggleCompared(row: ChosenRow): boolean {
  const chosen = comparedRows.get();
  const others = chosen.filter((other) => !isSameRow(other, row));
  if (others.length === chosen.length && chosen.length >= mostCompared)
    return false;
  comparedRows.set(others.length < chosen.length ? others : [...chosen, row]);
  return true;
}

/** Returns the address of the comparison of these rows. */
export const comparePath = (rows: readonly ComparedRow[]): string =>
  `/compare?${comparedParameter}=${comparedText(rows)}`;
