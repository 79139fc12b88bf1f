import { readableName } from "./readableName";
import type { RowSchema } from "./resource";

/** The share link and its code live this long after the auction. */
const lifetimeMs = 7 * 24 * 3_600_000;

/**
 * Returns the end of a share link's life: a week after the auction, or a week from
 * now for lots without a coming auction.
 */
export const shareEnd = (auctionAt: Date | null, now: Date): Date =>
  new Date(Math.max(auctionAt?.getTime() ?? 0, now.getTime()) + lifetimeMs);

/**
 * Returns the row schema with the fields that strangers may see: those marked
 * `x-share` that everybody else may see as well.
 */
export function sharedRow({
  $id,
  properties,
}: Pick<RowSchema, "$id" | "properties">): Pick<
  RowSchema,
  "$id" | "properties"
> {
  const shared = Object.entries(properties).filter(
    ([, field]) => field["x-share"] && !field["x-access"],
  );
  return { $id, properties: Object.fromEntries(shared) };
}

/**
 * Returns the name of a lot, such as `Toyota Prius A Premium, 2019`; its lot number
 * if neither maker nor model is known.
 */
export function lotName(row: Readonly<Record<string, unknown>>): string {
  const text = (field: string) => {
    const value = row[field];
    return typeof value === "string" || typeof value === "number"
      ? String(value)
      : "";
  };
  const name = ["maker", "model", "grade"]
    .map((field) => readableName(text(field)))
    .filter(Boolean)
    .join(" ");
  return [name, text("year")].filter(Boolean).join(", ") || text("lotNo");
}
