import { formatYen } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { Skeleton } from "../ui/Skeleton";
import type { AmountProps } from "../workspace/registry/areaModule";
import { useHasPrices, useSums } from "./priceCalls";
import { DestinationChoice, usePlaceName } from "./PriceChoice";
import { wholePrice } from "./priceTexts";
import { useNoteAmount } from "./typedAmount";
import { useOwnCurrency } from "./useOwnCurrency";
import { useLineLabel } from "./useLineLabel";
import styles from "./PriceCard.module.css";

/** The whole price of a car from the amount that is typed, else from its start price. */
export default function AmountPrice(props: AmountProps) {
  const { resource, id, amount, onAmount } = props;
  useNoteAmount(`${resource.name} ${id}`, { amount, onAmount });
  return useHasPrices(props) ? <Price {...props} /> : null;
}

function Price(props: AmountProps) {
  const t = useT();
  const nameOf = usePlaceName();
  const inCurrency = useOwnCurrency();
  const labelOf = useLineLabel();
  const { data, error, destination } = useSums(props);
  if (destination === null)
    return <DestinationChoice hint={t("prices.choosePortHint")} />;
  if (!data) return error ? null : <Skeleton height={40} />;
  const [sum] = data.sums;
  const base = props.amount ?? sum?.base?.amount ?? null;
  if (!sum || base === null) return <p className={styles.atPort} />;
  const { total, unknown } = wholePrice(sum, base);
  const port = nameOf(destination);
  const other = total === null ? null : inCurrency(total);
  return (
    <p className={styles.atPort} aria-live="polite">
      {t(props.amount === null ? "prices.atPortFromStart" : "prices.atPort", {
        port,
      })}{" "}
      {total === null ? (
        t("prices.unknownParts", {
          parts: unknown.map(labelOf).join(", "),
        })
      ) : (
        <>
          <b>{formatYen(total)}</b>
          {other !== null && ` (≈\u00a0${other})`}
        </>
      )}
    </p>
  );
}
