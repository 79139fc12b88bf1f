/**
 * The names of the registered cells and the types of field that each can show
 * first. `date` is a text with the format date or date-time. Add a line here
 * for each cell that is registered by name.
 */
export const cellTypes = {
  photo: ["array"],
  photos: ["array"],
  auction: ["date"],
  engine: ["string", "integer", "number"],
  condition: ["string"],
  lotStatus: ["integer", "string"],
  scores: ["integer", "number"],
  favorite: ["array"],
  price: ["integer", "number"],
  yen: ["integer", "number"],
  bidAmount: ["integer", "number"],
  bidStatus: ["integer"],
  bidGroup: ["integer", "string"],
  bidType: ["integer", "string"],
  biddingTime: ["date"],
} as const satisfies Record<string, readonly string[]>;

/**
 * The names of the rules that ask before an action. Add a name here for each
 * entry of `confirms` in an area module.
 */
export const confirmNames = ["bidStatus", "bidAmount", "soldPrice"] as const;
export type ConfirmName = (typeof confirmNames)[number];

/**
 * The panels of rows that declarations name in `rowPanel`. Add a name here for
 * each entry of `panels` in an area module; the engine draws `history`.
 */
export const panelNames = ["history", "bidChat", "bid"] as const;
export type PanelName = Exclude<(typeof panelNames)[number], "history">;
