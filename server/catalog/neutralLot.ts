import type { Lot } from "../../generated/schemas";

/** The area that stores a lot; lists name it as their page type. */
export type LotArea = Lot["lotType"];

/** A lot as read from a feed, in the fields of schemas/lot.json. */
export type NeutralLot = {
  /** The name of the feed. */
  source: string;
  /** The key of the lot within the feed. */
  sourceId: string;
  /** Validated values by schema field; times as ISO 8601 text. */
  fields: Readonly<Record<string, unknown>>;
  /** Hash of the fields. A lot with an unchanged hash is not written again. */
  rowHash: string;
};
