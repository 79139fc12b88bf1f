import facts from "../facts/sheets.json";
import type { BodyKey } from "../photoNames";

/** A load is in kg. */
type SheetBody = { ja: string; seats: number; load?: number };

/** The Japanese words that demo sheets are made of. */
export const sheets = {
  ...facts,
  bodies: facts.bodies as Record<BodyKey, SheetBody>,
  colours: Object.entries(facts.colours).map(([key, colour]) => ({
    key,
    ...colour,
  })),
  trims: Object.values(facts.trims),
  fuels: new Map(Object.entries(facts.fuels)),
  points: new Map(Object.entries(facts.points)),
};
