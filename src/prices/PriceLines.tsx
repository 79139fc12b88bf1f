import { useLocaleState, useTranslate } from "ra-core";
import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { AddedLine } from "../../domain/computed/sumLines";
import { formatYen } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Button } from "../ui/Button";
import { classes } from "../ui/classes";
import { detailPath } from "../workspace/detailPath";
import { formatDay } from "../workspace/formatMoment";
import { numberText } from "../workspace/numberText";
import { useOwnRate, type Sum } from "./priceCalls";
import { usePlaceName } from "./PriceChoice";
import { portStep, wholePrice } from "./priceTexts";
import { useLineLabel } from "./useLineLabel";
import { useOwnCurrency } from "./useOwnCurrency";
import styles from "./PriceCard.module.css";

/** The lines of a price from a hammer price, the total, and where each line comes from. */
export function PriceLines({
  sum,
  amount,
  label,
  destination,
}: {
  sum: Sum;
  /** The hammer price in yen. */
  amount: number;
  /** The name of the hammer price. */
  label: string;
  destination: string | null;
}) {
  const t = useT();
  const id = useId();
  const nameOf = usePlaceName();
  const labelOf = useLineLabel();
  const [isExplained, setExplained] = useState(false);
  const { lines, total } = wholePrice(sum, amount);
  return (
    <>
      <dl id={id} className={styles.lines}>
        <Line label={label} yen={amount} />
        {lines.map((line) => (
          <Line
            key={`${line.step} ${line.each ?? ""}`}
            label={labelOf(line)}
            yen={line.amount}
            note={
              line.rate
                ? isExplained && <Source line={line} rate={line.rate} />
                : t(
                    destination === null && line.step === portStep
                      ? "prices.noPort"
                      : "prices.noRate",
                  )
            }
          />
        ))}
        <Line
          isTotal
          label={
            destination === null
              ? t("prices.total")
              : t("prices.totalAt", { port: nameOf(destination) })
          }
          yen={total}
          note={total !== null && <InOwnCurrency yen={total} />}
        />
      </dl>
      <Button
        kind="ghost"
        className={styles.explain}
        aria-expanded={isExplained}
        aria-controls={id}
        onClick={() => {
          setExplained(!isExplained);
        }}
      >
        {t(isExplained ? "prices.hideSources" : "prices.showSources")}
      </Button>
    </>
  );
}

function Line({
  label,
  yen,
  note,
  isTotal = false,
}: {
  label: string;
  /** Null if the amount is unknown. */
  yen: number | null;
  note?: ReactNode;
  isTotal?: boolean;
}) {
  const t = useT();
  return (
    <div className={classes(styles.line, isTotal && styles.total)}>
      <dt>{label}</dt>
      <dd className={yen === null ? styles.unknown : styles.amount}>
        {yen === null ? t("list.unknown") : formatYen(yen)}
      </dd>
      {note && <dd className={styles.source}>{note}</dd>}
    </div>
  );
}

/** The table, the row and the first day of a line's rate. */
function Source({
  line,
  rate,
}: {
  line: AddedLine;
  rate: NonNullable<AddedLine["rate"]>;
}) {
  const t = useT();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { resources } = useWorkspace();
  const list = resources.find(({ row }) => row === line.table);
  const path =
    list &&
    detailPath({ resource: list, resources, row: { [list.key]: rate.id } });
  const { amount, band, milliPercent, validFrom } = rate;
  const facts = [
    amount !== null && milliPercent !== null && formatYen(amount),
    milliPercent !== null &&
      t("prices.percent", {
        percent: numberText(milliPercent / 1000, { locale, hasUnit: true }),
      }),
    band > 0 && t("prices.band", { price: formatYen(band) }),
    validFrom !== null &&
      t("prices.since", { day: formatDay(validFrom, locale) }),
  ].filter(Boolean);
  return (
    <>
      {list && path != null && (
        <>
          <Link to={path}>{translate(`resources.${list.name}.title`)}</Link>
          {facts.length > 0 && " · "}
        </>
      )}
      {facts.join(" · ")}
    </>
  );
}

/** The total in the viewer's currency, with the rate and its day. */
function InOwnCurrency({ yen }: { yen: number }) {
  const t = useT();
  const [locale] = useLocaleState();
  const rate = useOwnRate();
  const text = useOwnCurrency()(yen);
  if (text === null || rate?.yen === undefined) return null;
  return (
    <>
      <b className={styles.other}>≈&nbsp;{text}</b>{" "}
      {t("prices.rate", {
        currency: rate.value,
        yen: numberText(rate.yen, { locale, hasUnit: true }),
        day: formatDay(rate.validFrom ?? "", locale),
      })}
    </>
  );
}
