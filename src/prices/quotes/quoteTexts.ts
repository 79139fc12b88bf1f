import { useLocaleState } from "ra-core";
import type { MovedLine, QuoteRule, QuoteWarning } from "../../../domain/quote";
import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { formatDay } from "../../workspace/formatMoment";
import { useLineLabel } from "../useLineLabel";

/** Returns a function that writes an amount in yen, or that it is unknown. */
export function useYen(): (yen: number | null) => string {
  const t = useT();
  return (yen) => (yen === null ? t("list.unknown") : formatYen(yen));
}

/** Returns a function that writes the words of a rule in the reader's language. */
export function useRuleText(): (rule: QuoteRule) => string {
  const [locale] = useLocaleState();
  return ({ textEn = "", textRu = "" }) => (locale === "ru" ? textRu : textEn);
}

/** Returns functions that write a line that has moved, and a warning with source and day. */
export function useQuoteNotes() {
  const t = useT();
  const yen = useYen();
  const labelOf = useLineLabel();
  const ruleText = useRuleText();
  const [locale] = useLocaleState();
  const day = (text: string | null) =>
    text === null ? "" : formatDay(text, locale);
  return {
    moved: (line: MovedLine): string =>
      t("prices.quotes.movedLine", {
        line: labelOf(line),
        before: yen(line.before === undefined ? 0 : line.before),
        after: yen(line.after === undefined ? 0 : line.after),
      }),
    warning: (warning: QuoteWarning): string => {
      if (warning.kind !== "rate")
        return t(`prices.quotes.warnings.${warning.kind}`, {
          rule: ruleText(warning.rule),
          source: warning.rule.source ?? "",
          day: day(warning.day),
        });
      const key = warning.amount === null ? "rateGone" : "rate";
      return t(`prices.quotes.warnings.${key}`, {
        line: labelOf(warning),
        day: day(warning.day),
        amount: yen(warning.amount),
      });
    },
  };
}
