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
} {
  const translate = useTranslate();
  const item = (name: string) =>
    translate(`bike.item.${keyOf(name)}`, { _: name });
  return {
    item,
    finding: (text) => {
      const [, name = text, level] = /^(.+?)\s+Lv(\d)$/u.exec(text) ?? [];
      const finding = translate(`bike.finding.${keyOf(name)}`, { _: name });
      return level === undefined
        ? finding
        : translate("bike.findingLevel", { finding, level });
    },
  };
}
