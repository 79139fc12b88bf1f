import { useId } from "react";
import { useT } from "../../../providers/i18n/useT";
import { Notice } from "../../../ui/Notice";
import { useListing } from "../../listing/ListingContext";
import { useFieldLabel } from "../../useLabels";
import type { DayOrder, PastePreview, PasteQuestion } from "./pasteCall";
import styles from "./paste.module.css";

const dayOrders: readonly DayOrder[] = ["dayFirst", "monthFirst"];

/** The choices of a person; `byKey` is null until one is made. */
export type PasteChoices = Pick<
  PasteQuestion,
  "hasHeadings" | "dayOrder" | "clears"
> & { byKey: boolean | null };

/** Returns the choices that were kept with the text. */
export const choicesIn = ({
  byKey,
  hasHeadings,
  dayOrder,
  clears,
}: Readonly<Record<string, unknown>> = {}): PasteChoices => ({
  byKey: typeof byKey === "boolean" ? byKey : null,
  hasHeadings: typeof hasHeadings === "boolean" ? hasHeadings : undefined,
  dayOrder: dayOrders.find((order) => order === dayOrder),
  clears: clears === true,
});

type Columns = readonly (string | null)[];

/** How rows are found, which field each column has, and how cells are read. */
export function PasteOptions({
  preview,
  choices,
  columns,
  keyFields,
  targetCount,
  isSelected,
  isDisabled,
  onChange,
}: {
  preview: PastePreview;
  choices: PasteChoices;
  /** The fields of the columns, if the preview does not have them yet. */
  columns: Columns | null;
  keyFields: readonly string[];
  /** The number of rows that can get values in their order. */
  targetCount: number;
  /** Whether the person has selected these rows. */
  isSelected: boolean;
  isDisabled: boolean;
  onChange: (
    next: Partial<PasteChoices> & { columns?: (string | null)[] | null },
  ) => void;
}) {
  const t = useT();
  const { row } = useListing();
  const label = useFieldLabel(row);
  const name = useId();
  const { byKey, clears, dayOrder } = choices;
  const { missing, withoutLine, needsDayOrder } = preview;
  const ways = [
    ...(keyFields.length > 0
      ? [
          {
            isKey: true,
            text: t("paste.key", {
              fields: keyFields.map((field) => label(field)).join(", "),
            }),
          },
        ]
      : []),
    ...(targetCount > 0
      ? [
          {
            isKey: false,
            text: t(isSelected ? "paste.orderSelected" : "paste.order", {
              smart_count: targetCount,
            }),
          },
        ]
      : []),
  ];
  return (
    <fieldset className={styles.options} disabled={isDisabled}>
      {ways.length > 1 && (
        <fieldset className={styles.ways}>
          <legend>{t("paste.rows")}</legend>
          {ways.map(({ isKey, text }) => (
            <label key={text} className={styles.check}>
              <input
                type="radio"
                name={name}
                checked={byKey === isKey}
                onChange={() => {
                  onChange({ byKey: isKey, columns: null });
                }}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <PasteColumns
        preview={preview}
        chosen={columns}
        label={label}
        onColumns={(next) => {
          onChange({ columns: next });
        }}
      />
      {missing !== null && (
        <Notice tone="info" role="status">
          {t(`paste.missing.${missing}`)}
        </Notice>
      )}
      <div className={styles.checks}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={choices.hasHeadings ?? preview.hasHeadings}
            onChange={({ target }) => {
              onChange({ hasHeadings: target.checked, columns: null });
            }}
          />
          {t("paste.headings")}
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={clears}
            onChange={({ target }) => {
              onChange({ clears: target.checked });
            }}
          />
          {t("paste.clears")}
        </label>
      </div>
      {(needsDayOrder || dayOrder !== undefined) && (
        <label className={styles.field}>
          {t("paste.dayOrder")}
          <select
            className={styles.select}
            value={dayOrder ?? ""}
            onChange={({ target }) => {
              const chosen = dayOrders.find((order) => order === target.value);
              onChange({ dayOrder: chosen });
            }}
          >
            <option value="">{t("paste.chooseOrder")}</option>
            {dayOrders.map((order) => (
              <option key={order} value={order}>
                {t(`paste.${order}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {withoutLine > 0 && missing === null && (
        <Notice tone="info" role="status">
          {t("paste.withoutLine", { smart_count: withoutLine })}
        </Notice>
      )}
    </fieldset>
  );
}

/** A select for the field of each column. */
function PasteColumns({
  preview: { columns, keys, values },
  chosen,
  label,
  onColumns,
}: {
  preview: PastePreview;
  chosen: Columns | null;
  label: (name: string) => string;
  onColumns: (columns: (string | null)[]) => void;
}) {
  const t = useT();
  const fields = chosen ?? columns.map(({ field }) => field);
  return (
    <div className={styles.columns}>
      {columns.map(({ heading, sample, field, state }, index) => (
        <label key={index} className={styles.field}>
          <span>
            {t("paste.column", {
              number: index + 1,
              sample: heading || sample || "–",
            })}
          </span>
          <select
            className={styles.select}
            value={fields[index] ?? ""}
            onChange={({ target }) => {
              onColumns(fields.with(index, target.value || null));
            }}
          >
            <option value="">{t("import.columns.leaveOut")}</option>
            {[...keys, ...values].map((name) => (
              <option key={name} value={name}>
                {label(name)}
              </option>
            ))}
          </select>
          {field === null && state === "program" && (
            <span className={styles.note}>{t("paste.fixed")}</span>
          )}
          {field === null && state === "doubled" && (
            <span className={styles.note}>{t("import.columns.doubled")}</span>
          )}
          {field === null && state === "unknown" && heading !== "" && (
            <span className={styles.note}>{t("import.columns.unknown")}</span>
          )}
        </label>
      ))}
    </div>
  );
}
