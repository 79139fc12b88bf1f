import { useMutation } from "@tanstack/react-query";
import { useGetList, useTranslate } from "ra-core";
import { filledValues, type FormFill } from "../../../domain/formFill";
import { listAddress } from "../../../domain/listing/addresses";
import { readUrl } from "../../../domain/listing/url";
import type { Resource } from "../../../domain/resource";
import {
  listParams,
  type Row,
  type RowRecord,
} from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { readRow } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { FieldTextProvider, knownTexts, useFieldText } from "../fieldText";
import { rowTitle } from "../listing/rowTitle";
import styles from "./FillDialog.module.css";

type FillDialogProps = {
  title: string;
  fill: FormFill;
  /** The list whose rows people choose from. */
  from: Resource;
  /** The filters of that list. */
  filters: Readonly<Record<string, string>>;
  onFill: (values: Row, name: string) => void;
  onClose: () => void;
};

/** Lets people choose the row of another list that fills fields of the form. */
export default function FillDialog(props: FillDialogProps) {
  const schema = useWorkspace().row(props.from.row);
  return (
    <FieldTextProvider row={schema}>
      <Choices {...props} />
    </FieldTextProvider>
  );
}

function Choices({
  title,
  fill,
  from,
  filters,
  onFill,
  onClose,
}: FillDialogProps) {
  const t = useT();
  const translate = useTranslate();
  const write = useFieldText();
  const schema = useWorkspace().row(from.row);
  const address = listAddress(from, filters) ?? "";
  const { state } = readUrl(
    from,
    schema,
    new URL(address, location.origin).search,
  );
  const pageSize = Math.max(state.pageSize, ...(from.pageSizes ?? []));
  const query = useGetList<RowRecord>(
    from.name,
    listParams({ ...state, pageSize }, false),
  );
  const nameOf = ({ id, row }: RowRecord) =>
    rowTitle({ id, row }, { resource: from, schema, write, t });
  const chosen = useMutation({
    mutationFn: (record: RowRecord) => readRow(from, { id: record.id }),
  });
  const choose = (record: RowRecord) => {
    if (chosen.isPending) return;
    chosen.mutate(record, {
      // Not called after the dialog has been closed.
      onSuccess: ({ detail }) => {
        onFill(filledValues(fill, detail), nameOf(record));
      },
    });
  };
  const { data, error } = query;
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <QueryFailure {...query} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && (
        <p className={styles.empty}>
          {translate(`resources.${from.name}.empty`, {
            _: t("form.fill.empty"),
          })}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((record) => (
            <li key={record.id}>
              <button
                type="button"
                className={styles.choice}
                aria-busy={
                  chosen.isPending && chosen.variables.id === record.id
                }
                onClick={() => {
                  choose(record);
                }}
              >
                <span className={styles.name}>{nameOf(record)}</span>
                {(from.card?.lines ?? []).slice(0, 2).map((names) => {
                  const text = knownTexts(write, record.row, names).join(", ");
                  return (
                    text !== "" && (
                      <span key={names.join()} className={styles.line}>
                        {text}
                      </span>
                    )
                  );
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.error !== null && <ErrorNotice error={chosen.error} />}
    </Dialog>
  );
}
