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
import type { TypedAmount } from "./typedAmount";
import styles from "./PriceCard.module.css";

const yen = "JPY";

/** A limit of the whole price, and the highest bid that it allows. */
export function MyLimit({
  sum,
  destination,
  typed,
}: {
  /** Undefined until it is loaded for the chosen port; the limit stays. */
  sum: Sum | undefined;
  destination: string | null;
  /** The form of the bid, if there is one. */
  typed: TypedAmount | null;
}) {
  const t = useT();
  const rate = useOwnRate();
  const [limit, setLimit] = useState<number | null>(null);
  const [currency, setCurrency] = useState(yen);
  const number = useNumberInput({ value: limit, onChange: setLimit });
  const perUnit = currency === rate?.value ? (rate.yen ?? 1) : 1;
  const startPrice = sum?.base?.field === "startPrice" ? sum.base.amount : null;
  const found =
    limit === null || !sum
      ? null
      : highestBid(sum, {
          ...{ limit: Math.floor(limit * perUnit), startPrice, destination },
        });
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
        {found?.kind === "bid" && typed?.amount === found.amount && (
          <p className={styles.note}>{t("prices.limit.used")}</p>
        )}
      </div>
      {found?.kind === "bid" && typed && (
        <Button
          onClick={() => {
            typed.onAmount(found.amount);
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
  if (found.kind === "noPort") return <p>{t("prices.choosePort")}</p>;
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
