/** The entries of a draft of a bill of lading that are compared with the purchase. */
export const draftEntries = [
  "consignee",
  "notifyParty",
  "vessel",
  "voyage",
  "exportPort",
  "dischargePort",
  "chassis",
] as const;
export type DraftEntry = (typeof draftEntries)[number];

/** The texts of a draft or of the purchase; null for a missing text. */
export type DraftTexts = Readonly<Record<DraftEntry, string | null>>;

/** Lines write this instead of repeating the name of the consignee. */
const asConsignee = /^same as (the )?consignee$/;

/**
 * Returns the entries in which a draft differs from the purchase. In a purchase without a notify
 * party the consignee is the notify party. Capitals, spaces and punctuation do not count. An
 * empty entry of the draft has not been read from it. Returns null if all are empty.
 */
export function draftDifferences(
  draft: DraftTexts,
  purchase: DraftTexts,
): DraftEntry[] | null {
  const read = draftEntries.filter((entry) => plain(draft[entry]) !== "");
  if (read.length === 0) return null;
  const parties = {
    ...purchase,
    notifyParty: purchase.notifyParty ?? purchase.consignee,
  };
  const written = asConsignee.test(plain(draft.notifyParty))
    ? { ...draft, notifyParty: purchase.consignee }
    : draft;
  return read.filter(
    (entry) => plain(written[entry]) !== plain(parties[entry]),
  );
}

const plain = (text: string | null): string =>
  (text ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
