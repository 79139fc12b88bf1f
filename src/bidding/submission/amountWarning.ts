import { bidIncrement } from "../../../domain/limits";
import { formatYen } from "../../../domain/money";
import type { Translate } from "../../providers/i18n/keys";

/** At this multiple of the average price the amount probably has a typo. */
const suspiciousMultiple = 3;

/**
 * Returns how many times the average price the amount is, rounded. Null
 * if the amount is below three times the average or the average is unknown.
 */
export function suspiciousTimes(
  amount: number,
  averagePrice: number | null,
): number | null {
  if (!averagePrice || amount < suspiciousMultiple * averagePrice) return null;
  return Math.round(amount / averagePrice);
}

/** Returns an average price as `about ¥3 480 000`, rounded to bid steps. */
export function averageText(average: number, t: Translate): string {
  const steps = Math.max(1, Math.round(average / bidIncrement));
  return t("bid.price.about", { price: formatYen(steps * bidIncrement) });
}

/** Returns an amount in words: `1 million 360 thousand yen`. */
export function amountWords(amount: number, t: Translate): string {
  const millions = Math.floor(amount / 1_000_000);
  const thousands = Math.floor(amount / 1000) % 1000;
  const units = amount % 1000;
  const words = [
    millions > 0 && t("bid.words.millions", { smart_count: millions }),
    thousands > 0 && t("bid.words.thousands", { smart_count: thousands }),
    units > 0 && String(units),
  ];
  return t("bid.words.yen", { words: words.filter(Boolean).join(" ") });
}
