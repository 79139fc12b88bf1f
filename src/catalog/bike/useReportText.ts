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
  /** Writes an item with its finding, `Clutch: Rust Lv1`. */
  entry: (text: string) => string;
} {
  const translate = useTranslate();
  const item = (name: string) =>
    translate(`bike.item.${keyOf(name)}`, { _: name });
  const finding = (text: string) => {
    const [, name = text, level] = /^(.+?)\s+Lv(\d)$/u.exec(text) ?? [];
    const words = translate(`bike.finding.${keyOf(name)}`, { _: name });
    return level === undefined
      ? words
      : translate("bike.findingLevel", { finding: words, level });
  };
  return {
    item,
    finding,
    entry: (text) => {
      const [, name, found] = /^([^:]+): (.+)$/u.exec(text) ?? [];
      return name && found ? `${item(name)}: ${finding(found)}` : text;
    },
  };
}
