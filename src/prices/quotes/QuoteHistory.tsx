import { useLocaleState } from "ra-core";
import type { QuotePageReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { formatDay, formatMoment } from "../../workspace/formatMoment";
import { useYen } from "./quoteTexts";
import styles from "./Quote.module.css";

/** The former prices of a quote, the last one first. */
export function QuoteHistory({ revisions }: Pick<QuotePageReply, "revisions">) {
  const t = useT();
  const yen = useYen();
  const [locale] = useLocaleState();
  return (
    <ul className={styles.list}>
      {revisions.map(
        ({ version, total, pricedAt, pricedBy, eta, safetyDays }) => (
          <li key={version}>
            <b>{yen(total)}</b>{" "}
            <span className={styles.note}>
              {[formatMoment(pricedAt, locale), pricedBy]
                .filter((part) => part !== null)
                .join(", ")}
              {eta !== null &&
                `, ${t("prices.quotes.arrivalOf", {
                  day: formatDay(eta, locale),
                  days: safetyDays,
                })}`}
            </span>
          </li>
        ),
      )}
    </ul>
  );
}
