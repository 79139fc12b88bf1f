import { Suspense, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isFileField } from "../../../domain/fileField";
import { rowPathsOf } from "../../../domain/listing/addresses";
import type { Column, Resource, RowSchema } from "../../../domain/resource";
import { summaryField, summaryKey, totalsIn } from "../../../domain/summary";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { versionTag } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { FactList } from "../../ui/FactList";
import { DialogFailure } from "../../ui/DialogFailure";
import { LinkButton } from "../../ui/LinkButton";
import { preloadable } from "../../ui/preloadable";
import { useIsPhone } from "../../ui/useMedia";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { Toned } from "../cells/ToneCell";
import { detailPath } from "../detailPath";
import { noValue, useFieldText, useKnownTexts } from "../fieldText";
import { backTo } from "../formAddress";
import { rowTitle } from "../listing/rowTitle";
import { useLabels } from "../useLabels";
import { useUnmetReason } from "../useUnmetReason";
import type { ChosenAction } from "./ChildAction";
import { FileLinks } from "./FileLinks";
import { RemoveDialog } from "./RemoveDialog";
import styles from "./RelatedTables.module.css";

const [ChildAction] = preloadable(() => import("./ChildAction"), DialogFailure);

/** A phone has room for so many columns side by side. */
const mostOnPhone = 3;

type ChildRowsProps = {
  resource: Resource;
  schema: RowSchema;
  title: string;
  /** The field that is the same in all rows. */
  without: string;
  records: readonly RowRecord[];
  /** The reply of the list, which has the sums of its `summary`. */
  totals: unknown;
};

/**
 * The rows of a related list, by the columns of that list, with its sums below. Phones show
 * the values of a row below each other if the list has many columns.
 */
export function ChildRows(props: ChildRowsProps) {
  const { resource, schema, title, without, records, totals } = props;
  const t = useT();
  const isPhone = useIsPhone();
  const labels = useLabels(resource, schema);
  const [removed, setRemoved] = useState<RowRecord>();
  const columns = resource.columns.filter(
    ({ fields: [first = ""] }) =>
      first !== without && schema.properties[first]?.["x-shown"] !== "photos",
  );
  const [chosen, setChosen] = useState<ChosenAction>();
  const hasTools =
    rowPathsOf(resource).update !== undefined ||
    resource.calls.remove !== undefined ||
    rowActions(resource).length > 0;
  const toolsOf = (record: RowRecord) =>
    hasTools && (
      <RowTools
        {...{ resource, schema, record }}
        onRemove={setRemoved}
        onChoose={(actionId) => {
          setChosen({ actionId, record });
        }}
      />
    );
  const isList = isPhone && columns.length > mostOnPhone;
  return (
    <>
      {isList ? (
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.id}>
              <FactList
                layout="rows"
                facts={columns.map((column, index) => ({
                  label: labels.column(column),
                  value: (
                    <Cell
                      {...{ resource, schema, column, row: record.row }}
                      isLink={index === 0}
                    />
                  ),
                }))}
              />
              {toolsOf(record)}
            </li>
          ))}
        </ul>
      ) : (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" className={endOf(column)}>
                  {labels.column(column)}
                </th>
              ))}
              {hasTools && (
                <th scope="col">
                  <VisuallyHidden>{t("row.related.actions")}</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id}>
                {columns.map((column, index) => (
                  <td key={column.id} className={endOf(column)}>
                    <Cell
                      {...{ resource, schema, column, row: record.row }}
                      isLink={index === 0}
                    />
                  </td>
                ))}
                {hasTools && (
                  <td className={styles.tools}>{toolsOf(record)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Sums {...{ resource, schema, totals }} />
      {chosen && (
        <Suspense fallback={null}>
          <ChildAction
            {...{ resource, schema, chosen }}
            onClose={() => {
              setChosen(undefined);
            }}
          />
        </Suspense>
      )}
      {removed && (
        <RemoveQuestion
          {...{ resource, schema }}
          record={records.find(({ id }) => id === removed.id) ?? removed}
          onClose={() => {
            setRemoved(undefined);
          }}
        />
      )}
    </>
  );
}

const endOf = ({ align }: Column) => (align === "end" ? styles.end : undefined);

function Cell({
  resource,
  schema,
  column,
  row,
  isLink,
}: Pick<ChildRowsProps, "resource" | "schema"> & {
  column: Column;
  row: Row;
  isLink: boolean;
}) {
  const { resources } = useWorkspace();
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = column.fields;
  const field = schema.properties[first];
  const text = write(first, row[first], row);
  const isFile = isFileField(field) && text !== noValue;
  const details = knownTexts(row, rest).join(" · ");
  const page = isLink ? detailPath({ resource, resources, row }) : null;
  const main = isFile ? (
    <FileLinks value={row[first]} />
  ) : (
    <Toned field={field} value={row[first]} text={text} />
  );
  return (
    <>
      {page && !isFile ? (
        <Link to={page} className={styles.link}>
          {main}
        </Link>
      ) : (
        main
      )}
      {details && <span className={styles.details}>{details}</span>}
    </>
  );
}

function Sums({
  resource,
  schema,
  totals,
}: Pick<ChildRowsProps, "resource" | "schema" | "totals">): ReactNode {
  const write = useFieldText();
  const labels = useLabels(resource, schema);
  const found = totalsIn(totals, resource.calls.list.totals);
  const facts = (resource.summary ?? []).flatMap((entry) => {
    const value = found[summaryKey(entry)];
    return value === undefined
      ? []
      : [
          {
            label: labels.total(entry),
            value: write(summaryField(entry), value),
            isStrong: true,
          },
        ];
  });
  return facts.length > 0 && <FactList layout="rows" facts={facts} />;
}

/** The actions of a related list that call an area. Edits are made in the form of the row. */
const rowActions = ({ actions = [] }: Resource) =>
  actions.filter(
    ({ on, edits, download }) => !edits && !download && on.includes("row"),
  );

/** The buttons of a row, as far as the calls of its list allow them now. */
function RowTools({
  resource,
  schema,
  record,
  onRemove,
  onChoose,
}: Pick<ChildRowsProps, "resource" | "schema"> & {
  record: RowRecord;
  onRemove: (record: RowRecord) => void;
  onChoose: (actionId: string) => void;
}) {
  const labels = useLabels(resource, schema);
  const t = useT();
  const { pathname } = useLocation();
  const reason = useUnmetReason(schema);
  const title = useTitle(resource, schema)(record);
  const { update } = rowPathsOf(resource);
  const { remove, update: change } = resource.calls;
  const about = <VisuallyHidden>: {title}</VisuallyHidden>;
  return (
    <span className={styles.buttons}>
      {update !== undefined &&
        reason(change?.conditions, record.row) === null && (
          <LinkButton
            to={update.replace(":id", encodeURIComponent(record.id))}
            kind="ghost"
            state={backTo(pathname)}
          >
            {t("form.edit")}
            {about}
          </LinkButton>
        )}
      {remove && reason(remove.conditions, record.row) === null && (
        <Button
          kind="ghost"
          onClick={() => {
            onRemove(record);
          }}
        >
          {t("row.remove.button")}
          {about}
        </Button>
      )}
      {rowActions(resource)
        .filter(({ enabled }) => reason(enabled, record.row) === null)
        .map(({ id }) => (
          <Button
            key={id}
            kind="ghost"
            onClick={() => {
              onChoose(id);
            }}
          >
            {labels.action(id)}
            {about}
          </Button>
        ))}
    </span>
  );
}

function RemoveQuestion({
  resource,
  schema,
  record,
  onClose,
}: Pick<ChildRowsProps, "resource" | "schema"> & {
  record: RowRecord;
  onClose: () => void;
}) {
  const title = useTitle(resource, schema)(record);
  const { remove } = resource.calls;
  return (
    remove && (
      <RemoveDialog
        {...{ resource, title, onClose }}
        id={record.id}
        found={{ detail: record.row, etag: versionTag(record.row) }}
        call={remove}
        onRemoved={onClose}
      />
    )
  );
}

function useTitle(resource: Resource, schema: RowSchema) {
  const write = useFieldText();
  const t = useT();
  return (record: RowRecord) =>
    rowTitle(record, { resource, schema, write, t });
}
