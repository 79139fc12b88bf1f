import type { AddedLine, Rate } from "./computed/sumLines";

/** A rate as a quote keeps it: the record that the amount was taken from. */
export type QuoteRate = Rate & {
  /** The version of the record, and the moment of its last change. */
  version: number;
  changedAt: string;
  validUntil: string | null;
};

/** A line of a quote. `rate` and `amount` are null if no record has the amount. */
export type QuoteLine = Pick<AddedLine, "step" | "table" | "each"> & {
  amount: number | null;
  rate: QuoteRate | null;
};

/** A rule of the country of the destination. An administrator may hide fields of it. */
export type QuoteRule = {
  id: string;
  version: number;
  kind?: string;
  measuredAt?: string | null;
  months?: number | null;
  steering?: string | null;
  horsePower?: number | null;
  textEn?: string;
  textRu?: string;
  source?: string;
  checkedOn?: string;
  validFrom?: string;
  validUntil?: string | null;
};

/** A price with the lines and rules of one day; null is an unknown total. */
type DayPrice = {
  total: number | null;
  lines: readonly Omit<QuoteLine, "rate">[];
  rules: readonly QuoteRule[];
};

/** A line that another record or no record gives from a coming day on. */
export type ComingLine = Pick<QuoteLine, "step" | "table" | "each"> & {
  /** The record that counts before this day; null if none does. */
  recordId: string | null;
  day: string;
  amount: number | null;
};

/** The price of today, and what is known to change until a day; null are unknown rules. */
export type PresentPrice = Omit<DayPrice, "rules"> & {
  rules: DayPrice["rules"] | null;
  comingLines: readonly ComingLine[];
  comingRules: readonly QuoteRule[];
};

/** A line whose amount is not the amount of the quote; null is an unknown amount. */
export type MovedLine = Pick<QuoteLine, "step" | "table" | "each"> & {
  /** Missing if the quote or the price of today has no such line. */
  before?: number | null;
  after?: number | null;
};

/** A note about a rate or a rule. It names the source and the day, and gives no verdict. */
export type QuoteWarning =
  | ({ kind: "rate" } & ComingLine)
  | {
      kind:
        | "ruleEnds"
        | "ruleBegins"
        | "ruleNew"
        | "ruleGone"
        | "ruleDifferent";
      rule: QuoteRule;
      /** The last day of a rule that ends, or the first of one that begins. */
      day: string | null;
    };

export type QuoteState =
  | "valid"
  | "priceChanged"
  | "rulesChanged"
  | "ends"
  | "unknown";

export type QuoteComparison = {
  state: QuoteState;
  moved: MovedLine[];
  warnings: QuoteWarning[];
};

/** The days before which a rule or a rate must not end after the arrival. */
export const safetyDays = { usual: 14, most: 90 } as const;

/** Returns a text that is equal for the same line of two prices. */
export const lineKey = ({ step, each }: Pick<QuoteLine, "step" | "each">) =>
  `${step} ${each ?? ""}`;

/** Returns a text by which the same warning is known again. */
export const warningKey = (warning: QuoteWarning): string =>
  warning.kind === "rate"
    ? `rate ${lineKey(warning)} ${warning.day} ${warning.amount ?? ""}`
    : `${warning.kind} ${warning.rule.id} ${ruleText(warning.rule)} ${warning.day ?? ""}`;

/** Returns what a rule says. Another check of the same rule says nothing new. */
const ruleText = ({
  version: _version,
  checkedOn: _checkedOn,
  ...said
}: QuoteRule): string =>
  JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Compares a quote with the price of today. `present` is null if the price cannot be
 * calculated, then only the unknown state is returned. `until` is the last day that matters.
 */
export function compareQuote(
  saved: DayPrice,
  present: PresentPrice | null,
  { today, until }: { today: string; until: string },
): QuoteComparison {
  if (!present) return { state: "unknown", moved: [], warnings: [] };
  const moved = movedLines(saved.lines, present.lines);
  const changed = present.rules ? changedRules(saved.rules, present.rules) : [];
  const coming: QuoteWarning[] = [
    ...present.comingLines.map((line) => ({ kind: "rate" as const, ...line })),
    ...(present.rules ?? []).flatMap((rule): QuoteWarning[] => {
      const day = rule.validUntil ?? null;
      return day !== null && today <= day && day <= until
        ? [{ kind: "ruleEnds", rule, day }]
        : [];
    }),
    ...present.comingRules.map((rule): QuoteWarning => ({
      kind: "ruleBegins",
      rule,
      day: rule.validFrom ?? null,
    })),
  ];
  const state = (): QuoteState => {
    if (present.total === null) return "unknown";
    if (moved.length > 0 || saved.total !== present.total)
      return "priceChanged";
    if (changed.length > 0) return "rulesChanged";
    if (coming.length > 0) return "ends";
    return "valid";
  };
  return { state: state(), moved, warnings: [...changed, ...coming] };
}

function movedLines(
  before: DayPrice["lines"],
  after: DayPrice["lines"],
): MovedLine[] {
  const was = new Map(before.map((line) => [lineKey(line), line]));
  const is = new Map(after.map((line) => [lineKey(line), line]));
  const lines = [
    ...before,
    ...after.filter((line) => !was.has(lineKey(line))),
  ].map(({ step, table, each }) => ({
    step,
    table,
    ...(each !== undefined && { each }),
  }));
  return lines.flatMap((line): MovedLine[] => {
    const [old, now] = [was.get(lineKey(line)), is.get(lineKey(line))];
    if (old && now && old.amount === now.amount) return [];
    return [
      {
        ...line,
        ...(old && { before: old.amount }),
        ...(now && { after: now.amount }),
      },
    ];
  });
}

function changedRules(
  before: readonly QuoteRule[],
  after: readonly QuoteRule[],
): QuoteWarning[] {
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const is = new Set(after.map(({ id }) => id));
  return [
    ...before
      .filter(({ id }) => !is.has(id))
      .map((rule): QuoteWarning => ({ kind: "ruleGone", rule, day: null })),
    ...after.flatMap((rule): QuoteWarning[] => {
      const old = was.get(rule.id);
      if (!old) return [{ kind: "ruleNew", rule, day: null }];
      return ruleText(old) === ruleText(rule)
        ? []
        : [{ kind: "ruleDifferent", rule, day: null }];
    }),
  ];
}
