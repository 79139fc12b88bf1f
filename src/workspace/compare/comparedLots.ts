import {
  comparedText,
  mostCompared,
  type ComparedRow,
} from "../../../domain/comparison";
import { sessionStore } from "../../providers/session";
import { followStored, readStored, writeStored } from "../../providers/storage";
import { createStore } from "../../providers/store";

/** A row that was chosen for the comparison, with its name. */
export type ChosenLot = ComparedRow & { title: string };

type Stored = { userId: string; lots: readonly ChosenLot[] };

const key = "compare";

/** The rows that the user has chosen, in all tabs of this browser. */
export const comparedLots = createStore<readonly ChosenLot[]>(readChosen());

/** Returns the id of the signed-in user; null without a session. */
function currentUser(): string | null {
  const session = sessionStore.get();
  return session.status === "authenticated" ? session.viewer.userId : null;
}

let shownTo = currentUser();
let isReading = false;

function readAgain(): void {
  isReading = true;
  comparedLots.set(readChosen());
  isReading = false;
}

comparedLots.subscribe(() => {
  const userId = currentUser();
  if (isReading || userId === null) return;
  const lots = comparedLots.get();
  writeStored(key, JSON.stringify({ userId, lots } satisfies Stored));
});

followStored(key, readAgain);

sessionStore.subscribe(() => {
  if (sessionStore.get().status === "anonymous") writeStored(key, null);
  if (currentUser() === shownTo) return;
  shownTo = currentUser();
  readAgain();
});

/** Returns the stored rows of the signed-in user. */
function readChosen(): readonly ChosenLot[] {
  const { userId, lots } = storedChoice();
  return userId === currentUser() && Array.isArray(lots)
    ? lots.filter(isChosen).slice(0, mostCompared)
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

function isChosen(entry: unknown): entry is ChosenLot {
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

export const isSameLot = (left: ComparedRow, right: ComparedRow): boolean =>
  left.list === right.list && left.id === right.id;

/** Adds or removes a row. Returns false if there are four rows already. */
export function toggleCompared(lot: ChosenLot): boolean {
  const chosen = comparedLots.get();
  const others = chosen.filter((other) => !isSameLot(other, lot));
  if (others.length === chosen.length && chosen.length >= mostCompared)
    return false;
  comparedLots.set(others.length < chosen.length ? others : [...chosen, lot]);
  return true;
}

/** Returns the address of the comparison of these rows. */
export const comparePath = (lots: readonly ComparedRow[]): string =>
  `/compare?lots=${comparedText(lots)}`;
