/** The states of the car, in the order of its way. */
export const carStates = [
  "won",
  "collected",
  "inYard",
  "inspected",
  "booked",
  "shippingCancelled",
  "loaded",
  "sailed",
  "arrived",
  "released",
] as const;
export type CarState = (typeof carStates)[number];

/** The states of the papers, from the papers of the seller to the papers for the client. */
export const papersStates = [
  "waiting",
  "received",
  "deregistered",
  "certified",
  "permitted",
  "draftSent",
  "draftChecked",
  "billIssued",
  "sent",
] as const;
export type PapersState = (typeof papersStates)[number];

export const moneyStates = [
  "open",
  "invoiced",
  "proofSent",
  "received",
] as const;
export type MoneyState = (typeof moneyStates)[number];

export const claimStates = [
  "none",
  "opened",
  "atHouse",
  "settled",
  "refused",
] as const;
export type ClaimState = (typeof claimStates)[number];

/** How a purchase ended before the car was delivered. */
export const endings = ["none", "cancelled", "resold"] as const;
export type Ending = (typeof endings)[number];

/** The tracks of a purchase and its days in Japan, `YYYY-MM-DD`. */
export type Tracks = {
  carState: CarState;
  papersState: PapersState;
  moneyState: MoneyState;
  claimState: ClaimState;
  ending: Ending;
  purchaseDate: string;
  paymentDue: string | null;
  collectedOn: string | null;
  inYardOn: string | null;
  draftSentOn: string | null;
  arrivedOn: string | null;
  etd: string | null;
  eta: string | null;
};
