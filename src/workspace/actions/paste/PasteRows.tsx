import type { ReactNode } from "react";
import { CallError } from "../../../providers/CallError";
import { errorText } from "../../../providers/errorText";
import type { Row, RowRecord } from "../../../providers/dataProvider";
import { useT } from "../../../providers/i18n/useT";
import { classes } from "../../../ui/classes";
import { VisuallyHidden } from "../../../ui/VisuallyHidden";
import { useFieldText } from "../../fieldText";
import { useListing } from "../../listing/ListingContext";
import { useRowName, useRowTitle } from "../../listing/rowTitle";
import { useAuthorText, useFieldLabel } from "../../useLabels";
import { FieldValue } from "../../widgets/FieldValue";
import { isDone, type WriteResult } from "../writeRows";
import type { PasteLine, PastePreview } from "./pasteCall";
import { recordOf } from "./usePasteRun";
import styles from "./paste.module.css";

/** The lines of a paste: the row, its former and new values, and the problems by cell. */
export function PasteRows({
  preview: { rows, keys },
  shown,
  results,
  hasRun,
}: {
  preview: PastePreview;
  shown: readonly RowRecord[];
  results: ReadonlyMap<string, WriteResult>;
  /** Whether rows are being written, or were. */
  hasRun: boolean;
}) {
  const t = useT();
  const isChanged = ({ changes }: PasteLine) => Object.keys(changes).length > 0;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t("paste.table")}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("paste.columns.row")}</th>
            <th scope="col">{t("paste.columns.field")}</th>
            <th scope="col">{t("paste.columns.before")}</th>
            <th scope="col">{t("paste.columns.after")}</th>
          </tr>
        </thead>
        {rows.map((line) => (
          <tbody key={line.line}>
            <Line
              line={line}
              byKey={keys.length > 0}
              shown={shown}
              result={results.get(line.id ?? "")}
              hasRun={hasRun && isChanged(line)}
            />
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** `before` is false for a whole line. */
type Cell = { key: string; field: string; before: ReactNode; after: ReactNode };

/** A line with one row of the table for each of its fields. */
function Line({
  line,
  byKey,
  shown,
  result,
  hasRun,
}: {
  line: PasteLine;
  /** Whether a text of the line identifies the row. */
  byKey: boolean;
  shown: readonly RowRecord[];
  result: WriteResult | undefined;
  hasRun: boolean;
}) {
  const t = useT();
  const { row: schema } = useListing();
  const rowTitle = useRowTitle();
  const rowName = useRowName();
  const label = useFieldLabel(schema);
  const write = useFieldText();
  const values = line.row as Row;
  const changes = line.changes as Row;
  const valueOf = (name: string, value: unknown) => (
    <FieldValue
      field={schema.properties[name]}
      value={value}
      text={write(name, value)}
    />
  );
  const cells: Cell[] = [
    ...Object.entries(changes).map(([name, value]) => ({
      key: name,
      field: label(name),
      before: valueOf(name, values[name]),
      after: <ins>{valueOf(name, value)}</ins>,
    })),
    ...line.faults.map(({ field, text, reason }, index) => ({
      key: `fault ${index}`,
      field: field === null ? t("paste.wholeLine") : label(field),
      before: field !== null && valueOf(field, values[field]),
      after: (
        <>
          {text !== "" && <q className={styles.cell}>{text}</q>}{" "}
          <span className={styles.reason}>{reason}</span>
        </>
      ),
    })),
  ];
  const title = (
    <th scope="rowgroup" rowSpan={Math.max(1, cells.length)}>
      <span className={styles.line}>{line.line}</span>{" "}
      {line.id === null
        ? line.text
        : byKey
          ? `${line.text}, ${rowTitle(recordOf(line, shown))}`
          : rowName(recordOf(line, shown))}
      {hasRun && <Outcome result={result} />}
    </th>
  );
  const [first, ...others] = cells;
  if (!first)
    return (
      <tr>
        {title}
        <td colSpan={3} className={styles.same}>
          {t("paste.same")}
        </td>
      </tr>
    );
  return (
    <>
      <tr>
        {title}
        <CellRow cell={first} />
      </tr>
      {others.map((cell) => (
        <tr key={cell.key}>
          <CellRow cell={cell} />
        </tr>
      ))}
    </>
  );
}

/** A field with its values, which a phone labels itself. */
function CellRow({ cell: { field, before, after } }: { cell: Cell }) {
  const t = useT();
  const labelled = (name: "before" | "after", value: ReactNode) =>
    before === false ? (
      value
    ) : (
      <>
        <span className={styles.label}>{t(`paste.columns.${name}`)}</span>{" "}
        {value}
      </>
    );
  return (
    <>
      <td className={styles.name}>{field}</td>
      <td className={styles.before}>{labelled("before", before)}</td>
      <td className={styles.after}>{labelled("after", after)}</td>
    </>
  );
}

/** Says whether a row is written, and after a conflict what somebody else has set. */
function Outcome({ result }: { result: WriteResult | undefined }) {
  const t = useT();
  const { row: schema } = useListing();
  const label = useFieldLabel(schema);
  const write = useFieldText();
  const author = useAuthorText();
  const textOf = ({ error, isUnknown, record }: WriteResult): string => {
    if (isUnknown) return t("paste.unknown");
    if (!(error instanceof CallError)) return errorText(error, t);
    const { current, changed, errors } = error;
    if (!current) return Object.values(errors).flat()[0] ?? errorText(error, t);
    const theirs = Object.entries(current).filter(
      ([name, value]) =>
        Object.hasOwn(record.row, name) &&
        name !== "version" &&
        JSON.stringify(value) !== JSON.stringify(record.row[name] ?? null),
    );
    const value = theirs
      .map(([name, other]) => `${label(name)} ${write(name, other)}`)
      .join(", ");
    return t("paste.conflict", { who: author(changed), value });
  };
  const state = !result ? "waiting" : isDone(result) ? "written" : "failed";
  return (
    <span className={classes(styles.outcome, styles[state])}>
      {!result
        ? t("paste.waiting")
        : isDone(result)
          ? t("paste.written")
          : textOf(result)}
    </span>
  );
}
