import { useEffect, useMemo } from "react";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useIsPhone } from "../../ui/useMedia";
import Actions from "../actions/Actions";
import { ListingProvider, ListRowsProvider } from "../listing/ListingContext";
import { ActionsState, useListActions } from "../listing/listActions";
import { useLabels } from "../useLabels";
import { noAnswer, singleRow } from "./oneRow";

/** An action that somebody has chosen for a row of a related list. */
export type ChosenAction = { actionId: string; record: RowRecord };

/** Runs an action on a row of a related list, with its form and questions. */
export default function ChildAction({
  resource,
  schema,
  chosen,
}: {
  resource: Resource;
  schema: RowSchema;
  chosen: ChosenAction;
  /** Closes the notice in place of an action that cannot be loaded. */
  onClose: () => void;
}) {
  const labels = useLabels(resource, schema);
  const isPhone = useIsPhone();
  const listing = useMemo(
    () => ({ resource, row: schema, labels, isPhone, ownFields: [] }),
    [resource, schema, labels, isPhone],
  );
  const rows = useMemo(
    () => ({ ...noAnswer, rows: [chosen.record] }),
    [chosen],
  );
  return (
    <ListingProvider value={listing}>
      <ActionsState resource={resource} state={singleRow}>
        <ListRowsProvider value={rows}>
          <Start chosen={chosen} />
          <Actions record={chosen.record} hasKeys={false} />
        </ListRowsProvider>
      </ActionsState>
    </ListingProvider>
  );
}

function Start({ chosen }: { chosen: ChosenAction }) {
  const { request } = useListActions();
  useEffect(() => {
    const { actionId, record } = chosen;
    request.set({ kind: "start", actionId, records: [record] });
  }, [request, chosen]);
  return null;
}
