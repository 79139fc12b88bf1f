import { useLocaleState, useTranslate } from "ra-core";
import { Link } from "react-router";
import { japanDay } from "../../../domain/japanTime";
import { readableKey } from "../../ui/readable";
import type { QuoteLine } from "../../../domain/quote";
import type { QuotePageReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { detailPath } from "../../workspace/detailPath";
import { formatDay } from "../../workspace/formatMoment";
import { usePlaceName } from "../PriceChoice";
import { currencyText } from "../priceTexts";
import { useLineLabel } from "../useLineLabel";
import { useYen } from "./quoteTexts";
import card from "../PriceCard.module.css";

/** The lines of a quote with their tables, rows and days, and its total. */
export function QuoteLines({ quote }: { quote: QuotePageReply }) {
  const t = useT();
  const yen = useYen();
  const nameOf = usePlaceName();
  const translate = useTranslate();
  const labelOf = useLineLabel();
  const [locale] = useLocaleState();
  const { total, currency, basis, amount, destination } = quote;
  const unknown = quote.lines.filter((line) => line.amount === null);
  return (
    <>
      <dl className={card.lines}>
        <div className={card.line}>
          <dt>{translate(`prices.base.${basis}`)}</dt>
          <dd className={card.amount}>{yen(amount)}</dd>
        </div>
        {quote.lines.map((line) => (
          <div key={`${line.step} ${line.each ?? ""}`} className={card.line}>
            <dt>{labelOf(line)}</dt>
            <dd className={line.amount === null ? card.unknown : card.amount}>
              {yen(line.amount)}
            </dd>
            <dd className={card.source}>
              {line.rate ? (
                <Source table={line.table} rate={line.rate} />
              ) : (
                t("prices.noRate")
              )}
            </dd>
          </div>
        ))}
        <div className={classes(card.line, card.total)}>
          <dt>{t("prices.totalAt", { port: nameOf(destination) })}</dt>
          <dd className={total === null ? card.unknown : card.amount}>
            {yen(total)}
          </dd>
          {total !== null && currency && (
            <dd className={card.source}>
              ≈&nbsp;
              {currencyText(total / currency.yen, {
                currency: currency.code,
                locale,
              })}
              , {formatDay(currency.validFrom, locale)}
            </dd>
          )}
        </div>
      </dl>
      {unknown.length > 0 && (
        <p className={card.note}>
          {t("prices.quotes.unknown", {
            parts: unknown.map(labelOf).join(", "),
          })}
        </p>
      )}
      <p className={card.note}>{t("prices.withoutDuty")}</p>
    </>
  );
}

/** The table, the record and the days of a rate. People without the table see its name. */
function Source({
  table,
  rate,
}: {
  table: string;
  rate: NonNullable<QuoteLine["rate"]>;
}) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { resources } = useWorkspace();
  const list = resources.find(({ row }) => row === table);
  const path =
    list &&
    detailPath({ resource: list, resources, row: { [list.key]: rate.id } });
  const name = list
    ? translate(`resources.${list.name}.title`)
    : readableKey(table);
  const { validFrom, validUntil, version } = rate;
  const facts = [
    ...(list ? [t("prices.quotes.record", { id: rate.id, version })] : []),
    ...(validFrom === null
      ? []
      : [t("prices.since", { day: formatDay(validFrom, locale) })]),
    ...(validUntil === null
      ? []
      : [t("prices.quotes.until", { day: formatDay(validUntil, locale) })]),
    t("prices.quotes.changedOn", {
      day: formatDay(japanDay(new Date(rate.changedAt)), locale),
    }),
  ];
  return (
    <>
      {path == null ? list && name : <Link to={path}>{name}</Link>}
      {list && " · "}
      {facts.join(" · ")}
    </>
  );
}
