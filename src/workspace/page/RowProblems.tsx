import { useTranslate } from "ra-core";
import { useState } from "react";
import type { RowProblem } from "../../providers/rowValidation/checkRows";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { useFieldLabel } from "../useLabels";
import { placeText, reasonText, valueText } from "./faultText";
import { useListing, useListRows } from "../listing/ListingContext";
import notice from "./Notice.module.css";
import styles from "./RowProblems.module.css";

/** Number of rows described in detail. */
const maxRows = 20;

/** Says which rows of the reply are not shown because they are invalid. */
export default function RowProblems() {
  const { problems } = useListRows();
  const t = useT();
  const problemsKey = JSON.stringify(problems);
  const [dismissed, setDismissed] = useState("");
  if (problemsKey === dismissed) return null;
  const remaining = problems.length - maxRows;
  return (
    <section className={classes(notice.notice, styles.problems)}>
      <Icon name="alert" className={styles.icon} />
      <div className={classes(notice.text, styles.text)}>
        <p role="status">
          {t("rowProblems.title", { smart_count: problems.length })}
        </p>
        <details>
          <summary className={styles.summary}>
            {t("rowProblems.details")}
          </summary>
          <ul
            className={styles.rows}
            // A long list scrolls, by keyboard too.
            tabIndex={0}
            aria-label={t("rowProblems.details")}
          >
            {problems.slice(0, maxRows).map((problem) => (
              <InvalidRow key={problem.place} problem={problem} />
            ))}
            {remaining > 0 && (
              <li>{t("rowProblems.more", { smart_count: remaining })}</li>
            )}
          </ul>
        </details>
      </div>
      <IconButton
        icon="close"
        label={t("shell.close")}
        onClick={() => {
          setDismissed(problemsKey);
        }}
      />
    </section>
  );
}

function InvalidRow({ problem }: { problem: RowProblem }) {
  const { row } = useListing();
  const t = useT();
  const translate = useTranslate();
  const label = useFieldLabel(row);
  const { place, key, faults } = problem;
  return (
    <li>
      <b>
        {key === null
          ? t("rowProblems.row", { place })
          : t("rowProblems.rowOf", { place, key })}
      </b>
      <ul className={styles.faults}>
        {faults.map((fault) => {
          const value = valueText(fault);
          return (
            <li key={fault.path.join("/")}>
              {placeText(fault, label, translate)}:{" "}
              {value !== null && <code className={styles.value}>{value}</code>}{" "}
              {reasonText(fault, translate)}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
