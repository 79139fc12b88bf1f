import { useT } from "../providers/i18n/useT";
import { currentLanguage } from "../providers/i18n/language";
import { formatDay } from "../workspace/formatMoment";
import { isWebAddress } from "../workspace/webAddress";
import card from "./PriceCard.module.css";

/** Where a rule is written, and the day on which somebody compared it last. */
export function RuleSource({
  source,
  checkedOn,
}: {
  source?: string | null | undefined;
  checkedOn?: string | null | undefined;
}) {
  const t = useT();
  return (
    <p className={card.source}>
      {source != null && isWebAddress(source) && (
        <a href={source} target="_blank" rel="noreferrer">
          {new URL(source).hostname.replace(/^www\./, "")}
        </a>
      )}
      {checkedOn != null && (
        <>
          {" · "}
          {t("prices.rules.checkedOn", {
            day: formatDay(checkedOn, currentLanguage()),
          })}
        </>
      )}
    </p>
  );
}
