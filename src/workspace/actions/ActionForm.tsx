import { createElement, useRef } from "react";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Dialog } from "../../ui/Dialog";
import SchemaForm from "../forms/SchemaForm";
import { useListing, useListRows } from "../listing/ListingContext";
import { bodyNames, withSeen } from "../listing/listActions";
import { useRowName } from "../listing/rowTitle";
import { actionDialogOf } from "../registry/areas";
import { useActionTexts } from "./actionTexts";
import type { ActionFlow } from "./useActionFlow";
import {
  askedValues,
  copiedFields,
  fixedValues,
  shownValues,
} from "./writeCalls";
import styles from "./Actions.module.css";

/**
 * Asks for the values of an action: the dialog of an area if one has it, else a
 * form from the schema of the body, which begins with the values that the row
 * shows. It stays open, with everything typed, until the server has accepted.
 */
export default function ActionForm({
  form,
  flow,
  onClose,
}: {
  form: NonNullable<ActionFlow["form"]>;
  flow: ActionFlow;
  onClose: () => void;
}) {
  const { known, records } = form;
  const { action } = known;
  const { resource } = useListing();
  const { label } = useActionTexts();
  const t = useT();
  const rowName = useRowName();
  const { rows } = useListRows();
  const [first, ...others] = records;
  const current = rows?.find(({ id }) => id === first?.id);
  const Own = actionDialogOf(resource, action.id);
  const row = first?.row ?? {};
  const only = others.length === 0 ? row : undefined;
  const name = label(action, only);
  const isPartial = action.edits !== undefined && others.length > 0;
  const isEdit = action.edits !== undefined || action.patch !== undefined;
  const cancel = useRef<(() => void) | null>(null);
  const begun = bodyNames(action, row);
  const latest = bodyNames(action, current?.row ?? row);
  const isNewer =
    others.length === 0 && JSON.stringify(latest) !== JSON.stringify(begun);
  if (Own)
    return createElement(Own, {
      resource,
      rows: records,
      onClose,
    });
  return (
    <Dialog
      title={name}
      onClose={() => {
        (cancel.current ?? onClose)();
      }}
    >
      {first && first.id !== "" && others.length === 0 && (
        <p className={styles.hint}>{rowName(first)}</p>
      )}
      {isPartial && <p className={styles.hint}>{t("actions.emptyKeeps")}</p>}
      <SchemaForm
        body={action.body ?? ""}
        resource={resource}
        row={records.length === 1 ? shownValues(action, row) : undefined}
        subject={row}
        latest={isNewer ? latest : undefined}
        isPartial={isPartial}
        fixed={{
          ...fixedValues(action, row, resource.key),
          ...(isPartial && notAsked(copiedFields(known, records.map(rowOf)))),
        }}
        submitLabel={isEdit ? t("actions.save") : name}
        onCancel={onClose}
        cancelRef={cancel}
        about={records.map(({ id }) => id).join()}
        onSubmit={async (values, current) => {
          const sent = askedValues(known, values, records.length);
          if (isPartial && Object.keys(sent).length === 0) {
            flow.closeForm();
            return;
          }
          const seen = records.map((record) =>
            current ? withSeen(record, action, current) : record,
          );
          await flow.submit(known, seen, sent);
        }}
      />
    </Dialog>
  );
}

const rowOf = ({ row }: RowRecord): Row => row;

/** Returns the properties that the form does not ask for and that are not sent. */
const notAsked = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, undefined]));
