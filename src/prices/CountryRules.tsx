import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { Link } from "react-router";
import { countryName } from "../../domain/countryName";
import { ruleConcern, type ComparedRule } from "../../domain/countryRules";
import { japanDay } from "../../domain/japanTime";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { serverNow } from "../providers/serverClock";
import { useWorkspace } from "../providers/workspace";
import { Icon } from "../ui/Icon";
import { QueryFailure } from "../ui/QueryFailure";
import { formatDay } from "../workspace/formatMoment";
import { isWebAddress } from "../workspace/webAddress";
import { usePriceOptions } from "./priceCalls";
import styles from "./CountryRules.module.css";

const list = "country-rules";

/**
 * The rules of the country of a port for imported cars, first those that the car may break.
 * They warn with their source and decide nothing.
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
  const isReadable = resources.some(({ name }) => name === list);
  return port?.country && isReadable ? (
    <Rules country={port.country} year={year} />
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

function Rules({ country, year }: { country: string; year: number | null }) {
  const t = useT();
  const [locale] = useLocaleState();
  const today = japanDay(serverNow());
  const query = useQuery({
    queryKey: [list, "of", country],
    queryFn: ({ signal }) =>
      request<{ rows: ShownRule[] }>(`/lists/${list}`, {
        query: { country },
        signal,
      }),
  });
  if (!query.data) return <QueryFailure {...query} />;
  const rules = query.data.rows
    .filter(
      ({ validFrom, validUntil }) =>
        (validFrom ?? today) <= today && (validUntil ?? today) >= today,
    )
    .map((rule) => ({ rule, concern: ruleConcern(rule, { year, today }) }))
    .sort((one, other) => place(one.concern) - place(other.concern));
  const name = countryName(country, locale);
  return (
    <section className={styles.rules} aria-labelledby="country-rules">
      <h3 id="country-rules">{t("prices.rules.title", { country: name })}</h3>
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
              <Source {...rule} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.source}>
        {t(rules.length > 0 ? "prices.rules.noVerdict" : "prices.rules.none")}{" "}
        {rules.length > 0 && (
          <Link to={`/${list}?country=${encodeURIComponent(country)}`}>
            {t("prices.rules.all")}
          </Link>
        )}
      </p>
    </section>
  );
}

const order = ["conflict", "check", null];
const place = (concern: (typeof order)[number]): number =>
  order.indexOf(concern);

/** Where a rule is written, and the day on which somebody compared it last. */
function Source({ source, checkedOn }: ShownRule) {
  const t = useT();
  const [locale] = useLocaleState();
  return (
    <p className={styles.source}>
      {source !== undefined && isWebAddress(source) && (
        <a href={source} target="_blank" rel="noreferrer">
          {new URL(source).hostname.replace(/^www\./, "")}
        </a>
      )}
      {checkedOn !== undefined && (
        <>
          {" · "}
          {t("prices.rules.checkedOn", { day: formatDay(checkedOn, locale) })}
        </>
      )}
    </p>
  );
}
