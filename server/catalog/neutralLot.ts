import type { Lot } from "../../generated/schemas";

/** Where lots are kept: the page types. */
export type LotArea = Lot["lotType"];

/** A lot as any feed gives it, in the fields of schemas/lot.json. */
export type NeutralLot = {
  /** The feed it came by. */
  source: string;
  /** The feed's own key of the lot. */
  sourceId: string;
  /** Checked values by schema field; lists as lists, moments as ISO 8601. */
  fields: Readonly<Record<string, unknown>>;
  /** Of all that was read: a lot with the same hash is not written again. */
  rowHash: string;
};
