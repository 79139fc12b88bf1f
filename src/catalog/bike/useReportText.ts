import { useTranslate } from "ra-core";

/** `Turn-signal` becomes `turn_signal`. */
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/gu, "_");

/**
 * Returns how to write items and findings of a report in the reader's language.
 * Unknown words stay as the auction house writes them.
 */
export function useReportText(): {
  item: (name: string) => string;
  finding: (text: string) => string;
  /** Returns an item or a finding in the reader's language, null if it is unknown. */
  known: (text: string) => string | null;
} {
  const translate = useTranslate();
  const item = (name: string) =>
    translate(`bike.item.${keyOf(name)}`, { _: name });
  const finding = (text: string) => {
    const [, name = text, level] = /^(.*\S)\s+Lv(\d)$/u.exec(text) ?? [];
    const words = translate(`bike.finding.${keyOf(name)}`, { _: name });
    return level === undefined
      ? words
      : translate("bike.findingLevel", { finding: words, level });
  };
  return {
    item,
    finding,
    known: (text) => {
      const [found] = [item(text), finding(text)].filter(
        (written) => written !== text,
      );
      return found ?? null;
    },
  };
}
