import { countryName } from "../countryName";

/** The data of the consignee that the draft of a bill of lading may need. */
export const partyNeeds = [
  "fullName",
  "country",
  "address",
  "document",
  "telephone",
  "email",
] as const;
export type PartyNeed = (typeof partyNeeds)[number];

/** The data of consignees that a country demands, and the first and last day of the rule. */
export type ConsigneeRule = {
  country: string;
  needs: readonly string[];
  validFrom: string;
  validUntil: string | null;
};

/** The parts of a purchase that decide what is missing. */
export type Consignee = {
  [Need in Exclude<PartyNeed, "document">]: string | null;
} & {
  documents: readonly unknown[] | null;
  /** The day of arrival, as far as it is known, else that of the purchase. */
  day: string;
};

/** Countries need the name and the address in every bill of lading. */
const always: readonly PartyNeed[] = ["fullName", "country", "address"];

/**
 * Returns what the consignee lacks for the draft of the bill of lading, by the rules that the
 * country has on the day of arrival. A country is a code or an English name.
 */
export function missingParties(
  consignee: Consignee,
  rules: readonly ConsigneeRule[],
): PartyNeed[] {
  const { country, documents, day } = consignee;
  const demanded = rules
    .filter(
      (rule) =>
        country !== null &&
        nameOf(rule.country) === nameOf(country) &&
        rule.validFrom <= day &&
        (rule.validUntil === null || day <= rule.validUntil),
    )
    .flatMap(({ needs }) => needs);
  const isFilled = (need: PartyNeed): boolean =>
    need === "document"
      ? (documents ?? []).length > 0
      : (consignee[need] ?? "").trim() !== "";
  return partyNeeds.filter(
    (need) =>
      (always.includes(need) || demanded.includes(need)) && !isFilled(need),
  );
}

const nameOf = (country: string): string =>
  countryName(country, "en").toLowerCase();
