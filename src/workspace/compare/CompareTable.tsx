import { useTranslate } from "ra-core";
import {
  createElement,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import {
  areEqual,
  bestValues,
  comparedText,
  isComparedField,
  type ComparedRow,
} from "../../../domain/comparison";
import {
  textSection,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { preferTexts, useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useWorkspace } from "../../providers/workspace";
import { IconButton } from "../../ui/IconButton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { classes } from "../../ui/classes";
import { RowPhoto } from "../cells/PhotoCell";
import { detailPath } from "../detailPath";
import {
  fieldWriter,
  noValue,
  type WriteField,
  useViewerTools,
} from "../fieldText";
import { rowTitle } from "../listing/rowTitle";
import { panelOf } from "../registry/areas";
import { comparedRows } from "./comparedRows";
import { fieldLabel } from "../useLabels";
import styles from "./CompareTable.module.css";

/** A row with the means to draw it; `known` is null if the viewer does not see it. */
type Column = ComparedRow & {
  key: string;
  title: string;
  known: {
    row: Row;
    schema: RowSchema;
    resource: Resource;
    write: WriteField;
  } | null;
};

type Fact = {
  name: string;
  label: string;
  texts: string[];
  best: boolean[];
  isSame: boolean;
};

type CompareTableProps = {
  rows: readonly (ComparedRow & { row: Row | null })[];
  /** Leaves out the facts that all rows share. */
  isDifferent: boolean;
  onRemove: (row: ComparedRow) => void;
};

/** One column for each row and one line for each field that a row has. */
export function CompareTable({
  rows,
  isDifferent,
  onRemove,
}: CompareTableProps) {
  const t = useT();
  const columns = useColumns(rows);
  const frame = useRef<HTMLDivElement>(null);
  const chosen = useRef("");
  useEffect(() => {
    const text = comparedText(columns);
    // Live data must not undo a choice that was made in another tab.
    if (chosen.current === text) return;
    chosen.current = text;
    // The tray shows the rows of the page that was left.
    comparedRows.set(
      columns.map(({ list, id, title }) => ({ list, id, title })),
    );
  }, [columns]);
  const { resources } = useWorkspace();
  const facts = useFacts(columns).filter(
    ({ isSame }) => !isDifferent || !isSame,
  );
  return (
    <div
      ref={frame}
      className={styles.frame}
      role="region"
      aria-label={t("compare.title")}
      // Arrow keys scroll it.
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <td className={styles.corner}>
              <VisuallyHidden>{t("compare.fact")}</VisuallyHidden>
            </td>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles.column}>
                <ColumnHead
                  column={column}
                  resources={resources}
                  onRemove={() => {
                    // The button and its focus are about to go.
                    frame.current?.focus({ preventScroll: true });
                    onRemove({ list: column.list, id: column.id });
                  }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, label, texts, best, isSame }) => (
            <tr key={name} className={classes(!isSame && styles.different)}>
              <th scope="row" className={styles.label}>
                {label}
              </th>
              {columns.map(({ key }, index) => (
                <td key={key} className={styles.value}>
                  {best[index] ? (
                    <strong className={styles.best}>
                      {texts[index]}
                      <VisuallyHidden> ({t("compare.best")})</VisuallyHidden>
                    </strong>
                  ) : (
                    texts[index]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {facts.length === 0 && <p className={styles.same}>{t("compare.same")}</p>}
    </div>
  );
}

/** The photo and the name of a row, and the button that removes it. */
function ColumnHead({
  column: { id, title, known },
  resources,
  onRemove,
}: {
  column: Column;
  resources: readonly Resource[];
  onRemove: () => void;
}) {
  const t = useT();
  const translate = useTranslate();
  const photos = Object.entries(known?.schema.properties ?? {}).find(
    ([, field]) => field["x-shown"] === "photos",
  )?.[0];
  const path = known && detailPath({ ...known, resources });
  return (
    <div className={styles.head}>
      <RowPhoto
        photos={photos === undefined ? [] : known?.row[photos]}
        isFirst
      />
      <span className={styles.name}>
        {path ? <Link to={path}>{title}</Link> : title}
      </span>
      <span className={styles.list}>
        {known
          ? translate(`resources.${known.resource.name}.title`)
          : t("compare.missingText")}
      </span>
      {known && <PanelButton id={id} title={title} known={known} />}
      <IconButton
        icon="close"
        className={styles.remove}
        label={t("compare.removeOne", { name: title })}
        onClick={onRemove}
      />
    </div>
  );
}

/** Opens the panel that the list of a row declares. */
function PanelButton({
  id,
  title,
  known: { resource, row, schema },
}: Pick<Column, "id" | "title"> & { known: NonNullable<Column["known"]> }) {
  const translate = preferTexts(textSection(schema, row), useTranslate());
  const [isOpen, setOpen] = useState(false);
  const panel = panelOf(resource);
  if (!panel?.icon || !panel.label) return null;
  if (!isOpen && panel.isFor?.(row, serverNow()) === false) return null;
  return (
    <>
      <IconButton
        icon={panel.icon}
        label={translate(panel.label, { row: title })}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          {createElement(panel.Panel, {
            resource,
            record: { id, row },
            title,
            onClose: () => {
              setOpen(false);
            },
          })}
        </Suspense>
      )}
    </>
  );
}

function useColumns(rows: CompareTableProps["rows"]): Column[] {
  const t = useT();
  const workspace = useWorkspace();
  const tools = useViewerTools();
  return useMemo(
    () =>
      rows.map(({ list, id, row }): Column => {
        const key = `${list}:${id}`;
        const resource = workspace.resources.find(({ name }) => name === list);
        if (!row || !resource)
          return { key, list, id, title: t("compare.missing"), known: null };
        const schema = workspace.row(resource.row);
        const write = fieldWriter(schema, tools);
        const title = rowTitle({ id, row }, { resource, schema, write, t });
        const known = { row, schema, resource, write };
        return { key, list, id, title, known };
      }),
    [rows, t, tools, workspace],
  );
}

/** Returns the facts of the rows, in the order of their row schemas. */
function useFacts(columns: readonly Column[]): Fact[] {
  const tools = useViewerTools();
  return useMemo(() => {
    const fields = new Map<string, { row: string; field: Field }>();
    for (const { known } of columns)
      for (const [name, field] of Object.entries(
        known?.schema.properties ?? {},
      ))
        if (
          !fields.has(name) &&
          isComparedField(name, field, known?.resource.key)
        )
          fields.set(name, { row: known?.schema.$id ?? "", field });
    return [...fields].flatMap(([name, { row, field }]) => {
      const values = columns.map(({ known }) => known?.row[name]);
      const texts = columns.map(
        ({ known }, index) => known?.write(name, values[index]) ?? noValue,
      );
      if (texts.every((text) => text === noValue)) return [];
      const shown = columns.flatMap(({ known }, index) =>
        known ? [values[index]] : [],
      );
      return {
        name,
        texts,
        label: fieldLabel(tools, { row, name, field }),
        best: bestValues(field, values),
        isSame: areEqual(shown),
      };
    });
  }, [columns, tools]);
}
