import { useLocaleState } from "ra-core";
import { ruleConcern } from "../../../domain/countryRules";
import type { QuoteRule } from "../../../domain/quote";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { RuleSource } from "../RuleSource";
import { useRuleText } from "./quoteTexts";
import { formatDay } from "../../workspace/formatMoment";
import rulesStyles from "../CountryRules.module.css";
import styles from "./Quote.module.css";

/** The rules of the country on the day of a quote, with their sources and no verdict. */
export function QuoteRules({
  rules,
  year,
  day,
}: {
  rules: readonly QuoteRule[];
  year: number | null;
  /** The day in Japan on which the quote was priced. */
  day: string;
}) {
  const t = useT();
  const ruleText = useRuleText();
  const [locale] = useLocaleState();
  if (rules.length === 0)
    return <p className={styles.note}>{t("prices.quotes.rulesNone")}</p>;
  return (
    <div className={rulesStyles.rules}>
      <ul>
        {rules.map((rule) => {
          const concern = ruleConcern(rule, { year, today: day });
          return (
            <li
              key={rule.id}
              className={concern ? rulesStyles.concern : undefined}
            >
              {concern && (
                <b>
                  <Icon name="alert" />
                  {t(`prices.rules.${concern}`, { year: String(year ?? "") })}
                </b>
              )}
              <p>{ruleText(rule)}</p>
              <RuleSource source={rule.source} checkedOn={rule.checkedOn} />
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>
        {t("prices.quotes.price", { day: formatDay(day, locale) })}.{" "}
        {t("prices.rules.noVerdict")}
      </p>
    </div>
  );
}
