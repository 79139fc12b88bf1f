import { useTranslate } from "ra-core";
import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import type {
  RowProblem,
  RowFault,
} from "../../providers/rowValidation/checkRows";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import type { Translate } from "../fieldText";
import { useListing, useListRows } from "../listing/ListingContext";
import { useFieldLabel } from "../useLabels";
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

const longestValue = 60;

/** Returns the invalid value as short text; null if it is missing. */
export function valueText({ value }: RowFault): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** Returns the label of the invalid field, with the entry or property. */
export function placeText(
  { path }: RowFault,
  label: (field: string) => string,
  translate: Translate,
): string {
  const [name, ...steps] = path;
  if (name === undefined) return translate("rowProblems.whole");
  return steps.reduce(
    (field, step) =>
      /^\d+$/.test(step)
        ? translate("rowProblems.item", { field, number: Number(step) + 1 })
        : translate("rowProblems.part", { field, part: step }),
    label(name),
  );
}

/** Returns why the value is invalid. */
export function reasonText(
  { keyword, params }: RowFault,
  translate: Translate,
): string {
  const other = translate("rowProblems.reasons.other");
  const { type, format, limit } = params;
  const reason = (key: string, values: Record<string, unknown>) =>
    translate(`rowProblems.reasons.${key}`, { _: other, ...values });
  if (keyword === "type")
    return reason("type", { types: typesIn(type, translate) });
  if (keyword === "format")
    return translate(`rowProblems.formats.${String(format)}`, {
      _: reason("pattern", {}),
    });
  return reason(keyword, { limit, smart_count: limit });
}

function typesIn(type: unknown, translate: Translate): string {
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return types
    .map((name) => translate(`rowProblems.types.${String(name)}`))
    .join(translate("rowProblems.or"));
}
