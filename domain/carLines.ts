/** The kinds of lines that a client owes for a car, beside the price of the car. */
export const chargedLines = [
  "auctionFee",
  "agentFee",
  "negotiation",
  "tax",
  "recycling",
  "inland",
  "yard",
  "storage",
  "forwarding",
  "deregistration",
  "inspection",
  "radiation",
  "freight",
  "insurance",
  "documents",
  "latePayment",
  "cancelPenalty",
  "bankCharge",
  "surcharge",
] as const;

/** The kinds of lines that a client gets back for a car. */
export const creditedLines = [
  "discount",
  "refund",
  "latePapers",
  "resale",
] as const;

/** The kinds of lines that follow from a state of the purchase and cannot be booked as costs. */
export const followingLines = ["cancelPenalty", "refund", "resale"] as const;

export type CarLine =
  | (typeof chargedLines)[number]
  | (typeof creditedLines)[number];

/** Returns whether the client owes a line of this kind; false if it goes back to the client. */
export const isCharged = (line: CarLine): boolean =>
  (chargedLines as readonly CarLine[]).includes(line);
