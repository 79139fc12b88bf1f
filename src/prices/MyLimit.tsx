import { useState } from "react";
import { bidIncrement } from "../../domain/limits";
import { formatNumber, formatYen } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import { useNumberInput } from "../ui/useNumberInput";
import { useOwnRate, type Sum } from "./priceCalls";
import { highestBid, type HighestBid } from "./priceTexts";
import styles from "./PriceCard.module.css";

const yen = "JPY";

/** A limit of the whole price, and the highest bid that it allows. */
export function MyLimit({
  sum,
  startPrice,
  onAmount,
}: {
  sum: Sum;
  startPrice: number | null;
  /** Types the bid into the form, if there is one. */
  onAmount: ((amount: number) => void) | undefined;
}) {
  const t = useT();
  const rate = useOwnRate();
  const [limit, setLimit] = useState<number | null>(null);
  const [currency, setCurrency] = useState(yen);
  const [taken, setTaken] = useState<number | null>(null);
  const number = useNumberInput({ value: limit, onChange: setLimit });
  const perUnit = currency === rate?.value ? (rate.yen ?? 1) : 1;
  const found =
    limit === null
      ? null
      : highestBid(sum, { limit: Math.floor(limit * perUnit), startPrice });
  return (
    <div className={styles.limit}>
      <Field
        {...number}
        label={t("prices.limit.label")}
        hint={t("prices.limit.hint", { step: formatNumber(bidIncrement) })}
        end={<span className={styles.unit}>{rate ? null : "¥"}</span>}
      />
      {rate && (
        <Segmented
          label={t("prices.limit.currency")}
          segments={[yen, rate.value].map((value) => ({
            value,
            content: value,
          }))}
          value={perUnit === 1 ? yen : currency}
          onChange={setCurrency}
        />
      )}
      <div className={styles.highest} aria-live="polite">
        {found && <Found found={found} startPrice={startPrice} />}
        {found?.kind === "bid" && taken === found.amount && (
          <p className={styles.note}>{t("prices.limit.used")}</p>
        )}
      </div>
      {found?.kind === "bid" && onAmount && (
        <Button
          onClick={() => {
            onAmount(found.amount);
            setTaken(found.amount);
          }}
        >
          {t("prices.limit.use")}
        </Button>
      )}
    </div>
  );
}

function Found({
  found,
  startPrice,
}: {
  found: HighestBid;
  startPrice: number | null;
}) {
  const t = useT();
  if (found.kind === "unknown") return <p>{t("prices.limit.unknown")}</p>;
  if (found.kind === "none") return <p>{t("prices.limit.none")}</p>;
  return (
    <>
      <p>
        {t("prices.limit.bid")} <b>{formatYen(found.amount)}</b>
      </p>
      {found.kind === "belowStart" && (
        <p className={styles.note}>
          {t("prices.limit.belowStart", {
            price: formatYen(startPrice ?? 0),
          })}
        </p>
      )}
    </>
  );
}
