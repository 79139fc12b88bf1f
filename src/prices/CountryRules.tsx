import { useGetList, useLocaleState } from "ra-core";
import { useId } from "react";
import { Link } from "react-router";
import { countryName } from "../../domain/countryName";
import { ruleConcern, type ComparedRule } from "../../domain/countryRules";
import { japanDay } from "../../domain/japanTime";
import { readUrl } from "../../domain/listing/url";
import type { Resource } from "../../domain/resource";
import { listParams, type RowRecord } from "../providers/dataProvider";
import { useT } from "../providers/i18n/useT";
import { serverNow } from "../providers/serverClock";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { QueryFailure } from "../ui/QueryFailure";
import { Skeleton } from "../ui/Skeleton";
import { RuleSource } from "./RuleSource";
import { usePriceOptions } from "./priceCalls";
import styles from "./CountryRules.module.css";
import card from "./PriceCard.module.css";

/**
 * The import rules of the country of a port. Rules that the car may break come first. They
 * warn with their source and decide nothing.
 */
export function CountryRules({
  destination,
  year,
}: {
  destination: string;
  year: number | null;
}) {
  const { data } = usePriceOptions("destinations");
  const { resources } = useWorkspace();
  const port = data?.options.find(({ value }) => value === destination);
  const list = resources.find(({ row }) => row === "country-rule");
  return port?.country && list ? (
    <Rules list={list} country={port.country} year={year} />
  ) : null;
}

/** A rule as its list sends it. An administrator may take fields away. */
type ShownRule = ComparedRule & {
  id: string;
  textEn?: string;
  textRu?: string;
  source?: string;
  checkedOn?: string;
  validFrom?: string;
  validUntil?: string | null;
};

/** Pixels of a few rules while they load. */
const rulesHeight = 120;

function Rules({
  list,
  country,
  year,
}: {
  list: Resource;
  country: string;
  year: number | null;
}) {
  const t = useT();
  const heading = useId();
  const [locale] = useLocaleState();
  const today = japanDay(serverNow());
  const address = `?country=${encodeURIComponent(country)}`;
  const schema = useWorkspace().row(list.row);
  const { state } = readUrl(list, schema, address);
  const query = useGetList<RowRecord>(list.name, listParams(state, false));
  if (query.error) return <QueryFailure {...query} />;
  if (!query.data) return <Skeleton height={rulesHeight} />;
  const rules = query.data
    .map(({ row }) => row as ShownRule)
    .filter(
      ({ validFrom, validUntil }) =>
        (validFrom ?? today) <= today && (validUntil ?? today) >= today,
    )
    .map((rule) => ({ rule, concern: ruleConcern(rule, { year, today }) }))
    .sort((one, other) => place(one.concern) - place(other.concern));
  const name = countryName(country, locale);
  return (
    <section className={styles.rules} aria-labelledby={heading}>
      <h3 id={heading}>{t("prices.rules.title", { country: name })}</h3>
      {rules.length > 0 && (
        <ul>
          {rules.map(({ rule, concern }) => (
            <li key={rule.id} className={concern ? styles.concern : undefined}>
              {concern && (
                <b>
                  <Icon name="alert" />
                  {t(`prices.rules.${concern}`, { year: String(year ?? "") })}
                </b>
              )}
              <p>{locale === "ru" ? rule.textRu : rule.textEn}</p>
              <RuleSource {...rule} />
            </li>
          ))}
        </ul>
      )}
      <p className={card.source}>
        {t(rules.length > 0 ? "prices.rules.noVerdict" : "prices.rules.none")}{" "}
        {rules.length > 0 && (
          <Link to={`${list.route}${address}`}>{t("prices.rules.all")}</Link>
        )}
      </p>
    </section>
  );
}

const order = ["conflict", "check", null];
const place = (concern: (typeof order)[number]): number =>
  order.indexOf(concern);
