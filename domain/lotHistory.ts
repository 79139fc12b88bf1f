import type { Resource, RowSchema } from "./resource";

/** The page types of coming lots that are compared with past sales. */
const comingTypes = ["auction", "bikes"];

/**
 * Returns whether the page of a lot shows its earlier auctions, and whether it shows its
 * market value: by `x-history` of the row schema, on servers that answer the calls.
 */
export function lotHistoryOf(
  { row, pageType }: Pick<Resource, "row" | "pageType">,
  workspace: {
    row: (name: string) => RowSchema;
    isOwnServer: boolean;
  },
): { hasPassport: boolean; hasWorth: boolean } {
  const hasPassport =
    workspace.isOwnServer && workspace.row(row)["x-history"] !== undefined;
  return {
    hasPassport,
    hasWorth: hasPassport && comingTypes.some((type) => type === pageType),
  };
}

/** A price list changes once a week, with the turnover. */
const staleMs = 10 * 60_000;

/** Returns the call for the past sales that a coming lot compares with. */
export const comparablesCall = (lotId: string) => ({
  key: ["comparables", lotId],
  path: "/lot/comparables",
  query: { id: lotId },
  staleMs,
});
