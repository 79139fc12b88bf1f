import { useEffect, useMemo, useState } from "react";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { useIsPhone } from "../../ui/useMedia";
import Actions from "../actions/Actions";
import {
  ListingProvider,
  ListRowsProvider,
  useListing,
} from "../listing/ListingContext";
import { ActionsState, useListActions } from "../listing/listActions";
import { shownRecords, withArrived } from "../listing/rowChanges";
import { useMeets } from "../listing/useMeets";
import { useLabels } from "../useLabels";
import { noAnswer, singleRow } from "./oneRow";
import styles from "./detail.module.css";

/**
 * After a click another button may stand under the pointer. It takes no second click of a
 * double click.
 */
const restMs = 800;

type RowActionsProps = {
  resource: Resource;
  schema: RowSchema;
  record: RowRecord;
};

/** The actions on the page of a record that are possible now. */
export default function RowActions({
  resource,
  schema,
  record,
}: RowActionsProps) {
  const labels = useLabels(resource, schema);
  const isPhone = useIsPhone();
  const listing = useMemo(
    () => ({ resource, row: schema, labels, isPhone, ownFields: [] }),
    [resource, schema, labels, isPhone],
  );
  return (
    <ListingProvider value={listing}>
      <ActionsState resource={resource} state={singleRow}>
        <RowState record={record} />
      </ActionsState>
    </ListingProvider>
  );
}

/** The row shows a change at once, as it does in the list. */
function RowState({ record }: Pick<RowActionsProps, "record">) {
  const { changes } = useListActions();
  const made = useStoreValue(changes);
  useEffect(() => {
    changes.set(withArrived(changes.get(), [record], Date.now()));
  }, [changes, record]);
  const rows = useMemo(
    () => shownRecords([record], made) ?? [record],
    [record, made],
  );
  const data = useMemo(() => ({ ...noAnswer, rows }), [rows]);
  const [shown = record] = rows;
  return (
    <ListRowsProvider value={data}>
      <ActionButtons record={shown} />
      <Actions record={shown} />
    </ListRowsProvider>
  );
}

function ActionButtons({ record }: Pick<RowActionsProps, "record">) {
  const t = useT();
  const { resource, labels } = useListing();
  const { request } = useListActions();
  const meets = useMeets();
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(setResting, restMs, false);
    return () => {
      clearTimeout(timer);
    };
  }, [isResting]);
  const possible = (resource.actions ?? []).filter(
    ({ on, download, enabled }) =>
      // Of rows that no record store holds, the page does not follow changes.
      (resource.store !== undefined || download === true) &&
      (on.includes("row") || on.includes("page")) &&
      meets(enabled, record.row),
  );
  if (possible.length === 0) return null;
  return (
    <div
      className={styles.actions}
      role="group"
      aria-label={t("actions.title")}
    >
      {possible.map(({ id }) => (
        <Button
          key={id}
          disabled={isResting}
          onClick={() => {
            setResting(true);
            request.set({ kind: "start", actionId: id, records: [record] });
          }}
        >
          {labels.action(id)}
        </Button>
      ))}
    </div>
  );
}
