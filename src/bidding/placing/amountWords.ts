import type { Translate } from "../../providers/i18n/keys";

/**
 * An amount of yen in words of millions and thousands: `1 million 360 thousand
 * yen`; what is below a thousand stays a figure.
 */
export function amountWords(amount: number, t: Translate): string {
  const millions = Math.floor(amount / 1_000_000);
  const thousands = Math.floor(amount / 1000) % 1000;
  const rest = amount % 1000;
  const words = [
    millions > 0 && t("bid.words.millions", { smart_count: millions }),
    thousands > 0 && t("bid.words.thousands", { smart_count: thousands }),
    rest > 0 && String(rest),
  ];
  return t("bid.words.yen", { words: words.filter(Boolean).join(" ") });
}
