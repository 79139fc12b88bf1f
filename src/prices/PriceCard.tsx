import { haveCountryRules } from "../../domain/countryRules";
import { useState } from "react";
import type { MakeQuoteBody } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { useTranslate } from "ra-core";
import { Box } from "../ui/Box";
import { QueryFailure } from "../ui/QueryFailure";
import { Segmented } from "../ui/Segmented";
import { Skeleton } from "../ui/Skeleton";
import type { RowPageProps } from "../workspace/registry/areaModule";
import { CountryRules } from "./CountryRules";
import { MyLimit } from "./MyLimit";
import { useHasPrices, useSums, type Sum } from "./priceCalls";
import { CurrencyChoice, DestinationChoice } from "./PriceChoice";
import { PriceLines } from "./PriceLines";
import { SaveQuote } from "./quotes/SaveQuote";
import { useTypedAmount } from "./typedAmount";
import styles from "./PriceCard.module.css";

/** The whole price of a car at the viewer's port, line by line. */
export default function PriceCard(props: RowPageProps) {
  return useHasPrices(props) ? (
    <Card key={`${props.resource.name} ${props.id}`} {...props} />
  ) : null;
}

/** The choice of the typed amount; the other choices are names of fields. */
const typedChoice: Base["basis"] = "typed";

/** Pixels of the lines while they load. */
const linesHeight = 320;

function Card({ resource, id, row }: RowPageProps) {
  const t = useT();
  const query = useSums({ resource, id });
  const { data, error, destination } = query;
  const typed = useTypedAmount(`${resource.name} ${id}`);
  const bases = useBases(data?.sums ?? [], typed?.amount ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const base =
    bases.find(({ value }) => value === chosen) ??
    bases.find(({ value }) => value === typedChoice) ??
    bases[0];
  const [first] = data?.sums ?? [];
  // The limit stays while the sums of another port load.
  const [hasLimit, setHasLimit] = useState(false);
  const isOpen = first ? canBeBidOn(resource, first) : hasLimit;
  if (isOpen !== hasLimit) setHasLimit(isOpen);
  if (data && !first) return null;
  return (
    <Box title={t("prices.title")}>
      <div className={styles.card}>
        <div className={styles.choices}>
          <DestinationChoice />
          <CurrencyChoice />
        </div>
        <QueryFailure {...query} />
        <div className={styles.columns}>
          <div className={styles.sum}>
            {!data && !error && <Skeleton height={linesHeight} />}
            {data && (
              <>
                {bases.length > 1 && base && (
                  <Segmented
                    label={t("prices.from")}
                    segments={bases}
                    value={base.value}
                    onChange={setChosen}
                  />
                )}
                {base ? (
                  <>
                    <PriceLines
                      sum={base.sum}
                      amount={base.amount}
                      label={base.content}
                      destination={destination}
                    />
                    {destination !== null && (
                      <SaveQuote
                        list={resource.name}
                        id={id}
                        basis={base.basis}
                        amount={base.amount}
                        label={base.content}
                        destination={destination}
                      />
                    )}
                  </>
                ) : (
                  <p className={styles.note}>{t("prices.noBase")}</p>
                )}
                <p className={styles.note}>{t("prices.withoutDuty")}</p>
              </>
            )}
          </div>
          {hasLimit && (
            <MyLimit sum={first} destination={destination} typed={typed} />
          )}
        </div>
        {destination !== null && haveCountryRules(resource.row) && (
          <CountryRules destination={destination} year={yearOf(row)} />
        )}
      </div>
    </Box>
  );
}

const yearOf = ({ year }: RowPageProps["row"]): number | null =>
  typeof year === "number" ? year : null;

/** Whether people still bid for a car: it is not sold and has no fixed price. */
const canBeBidOn = ({ row }: RowPageProps["resource"], { base }: Sum) =>
  row !== "stock" && base?.field !== "soldPrice";

type Base = {
  basis: MakeQuoteBody["basis"];
  value: string;
  content: string;
  sum: Sum;
  amount: number;
};

/** Returns the hammer prices from which the whole price can be reckoned, by name. */
function useBases(sums: readonly Sum[], typed: number | null): Base[] {
  const translate = useTranslate();
  const t = useT();
  const [first] = sums;
  return [
    ...sums.flatMap((sum): Base | [] =>
      sum.base
        ? {
            basis: sum.base.field as Base["basis"],
            value: sum.field,
            content: translate(`prices.base.${sum.base.field}`),
            sum,
            amount: sum.base.amount,
          }
        : [],
    ),
    ...(first && typed !== null
      ? [
          {
            basis: typedChoice,
            value: typedChoice,
            content: t("prices.base.typed"),
            sum: first,
            amount: typed,
          },
        ]
      : []),
  ];
}
