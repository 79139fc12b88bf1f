import { useLocaleState } from "ra-core";
import { useOwnRate } from "./priceCalls";
import { currencyText } from "./priceTexts";

/**
 * Returns a function that writes yen in the viewer's currency by the rate of the day; null
 * for viewers of yen alone.
 */
export function useOwnCurrency(): (yen: number) => string | null {
  const [locale] = useLocaleState();
  const rate = useOwnRate();
  return (yen) =>
    rate?.yen === undefined
      ? null
      : currencyText(yen / rate.yen, { currency: rate.value, locale });
}
