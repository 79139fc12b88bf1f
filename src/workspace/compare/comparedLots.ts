import {
  comparedText,
  mostCompared,
  type ComparedRow,
} from "../../../domain/comparison";
import { createStore } from "../../providers/store";

/** A row that was chosen for the comparison, with its name. */
export type ChosenLot = ComparedRow & { title: string };

const key = "seriba.compare";

/** The rows that were chosen in this tab; a reload keeps them. */
export const comparedLots = createStore<readonly ChosenLot[]>(readTab());

comparedLots.subscribe(() => {
  try {
    sessionStorage.setItem(key, JSON.stringify(comparedLots.get()));
  } catch {
    // Blocked storage: a reload forgets the choice.
  }
});

function readTab(): ChosenLot[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(isChosen).slice(0, mostCompared)
      : [];
  } catch {
    return [];
  }
}

const isChosen = (entry: unknown): entry is ChosenLot =>
  typeof entry === "object" &&
  entry !== null &&
  ["list", "id", "title"].every(
    (name) =>
      typeof Object.entries(entry).find(([own]) => own === name)?.[1] ===
      "string",
  );

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
