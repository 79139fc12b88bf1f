import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
  useSyncExternalStore,
} from "react";
import {
  versionField,
  type Action,
  type Column,
  type Field,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import { useFieldText } from "../fieldText";
import { useListing } from "../listing/ListingContext";
import {
  withSeen,
  useListActions,
  type CellDraft,
} from "../listing/listActions";
import { knownVersion } from "../listing/rowChanges";
import { useRowTitle } from "../listing/rowTitle";
import { useAuthorText } from "../useLabels";
import { CellInput, type CellValue } from "./CellInput";
import { WaitingMark } from "./WaitingMark";
import styles from "./ActionCell.module.css";
import { useEvent } from "ra-core";

type Draft = Omit<CellDraft, "rowId" | "field" | "isHidden">;

/** The control of a cell whose first field an action changes. */
export type CellControlProps = {
  column: Column;
  field: Field;
  record: RowRecord;
  action: Action;
  /** Of the control; in a data grid only one cell is a tab stop. */
  tabIndex: number | undefined;
  /** The cell without the control. */
  children: ReactNode;
};

/**
 * A number or text with a pencil that opens an input in its cell. Enter and the
 * check mark save, Escape discards. A refused value comes back into the input
 * with the reason. If somebody else sets the field while it is open, both values are shown
 * and the person chooses.
 */
export function CellEditor(props: CellControlProps) {
  const { column, field, record, action, tabIndex, children } = props;
  const { labels } = useListing();
  const { edits, changes } = useListActions();
  const write = useFieldText();
  const author = useAuthorText();
  const t = useT();
  const rowTitle = useRowTitle();
  const [name = ""] = column.fields;
  const valueIn = (row: Row) => storedValue(row[name]);
  const [draft, changeDraft] = useCellDraft(
    { rowId: record.id, field: name },
    ({ seen, value }) => value !== valueIn(seen.row),
  );
  const setDraft = (next: Draft) => {
    changeDraft(() => inCell(next));
  };
  const inCell = (next: Draft): CellDraft => ({
    ...next,
    rowId: record.id,
    field: name,
    isHidden: false,
  });
  const pencil = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useLayoutEffect(() => {
    if (draft || !hadFocus.current) return;
    hadFocus.current = false;
    pencil.current?.focus();
  }, [draft]);

  const texts = { field: labels.column(column), row: rowTitle(record) };
  const isEnd = column.align === "end";
  const close = () => {
    hadFocus.current = true;
    changeDraft(() => null);
  };
  const send = ({ seen, value }: Draft) => {
    close();
    if (value === valueIn(seen.row)) return;
    const onRefused = (refusal: unknown) => {
      if (!isMounted.current) return false;
      const takesFocus = hasFocus(pencil.current);
      // Text typed since the refused value stays.
      changeDraft(
        (typed) =>
          typed ??
          inCell({ ...refusedDraft(refusal, { seen, value }), takesFocus }),
      );
      return takesFocus;
    };
    const edit = { actionId: action.id, record: seen, value, onRefused };
    edits.set([...edits.get(), edit]);
  };
  const save = (typed: Draft) => {
    const problem = problemOf(typed.value, field);
    if (problem !== null) setDraft({ ...typed, error: t(problem) });
    else if (isChangedSince(typed))
      setDraft({ seen: record, value: typed.value, isConflict: true });
    else send(typed);
  };
  /** Whether somebody else has set the field since the person decided. */
  const isChangedSince = ({ seen: { row } }: Draft) => {
    const { [versionField]: shown } = record.row;
    const known = knownVersion(changes.get(), record.id, row[versionField]);
    const isOwn = known !== undefined && known === shown;
    return !isOwn && valueIn(record.row) !== valueIn(row);
  };
  const refusedDraft = (refusal: unknown, sent: Draft): Draft => {
    const { seen, value } = sent;
    if (!(refusal instanceof CallError))
      return { ...sent, error: errorText(refusal, t) };
    const { current, changed } = refusal;
    if (!current) {
      const [own] = refusal.errors[action.patch?.[name] ?? name] ?? [];
      return { ...sent, error: own ?? errorText(refusal, t) };
    }
    const newer = withSeen(seen, action, current);
    if (valueIn(newer.row) !== valueIn(seen.row))
      return { seen: newer, value, isConflict: true, changed };
    const values = { own: write(name, value), who: author(changed) };
    return { seen: newer, value, error: t("actions.cell.rowChanged", values) };
  };

  if (!draft)
    return (
      <div className={classes(styles.value, isEnd && styles.end)}>
        <div className={styles.content}>{children}</div>
        <WaitingMark {...props} />
        <IconButton
          ref={pencil}
          icon="edit"
          data-cell-control
          className={styles.pencil}
          label={t("actions.cell.edit", texts)}
          tabIndex={tabIndex}
          onClick={() => {
            const value = valueIn(record.row);
            setDraft({ seen: record, value, takesFocus: true });
          }}
        />
      </div>
    );
  const isNewer = isChangedSince(draft);
  const theirs = (isNewer ? record : draft.seen).row[name];
  return (
    <CellInput
      field={field}
      label={t("actions.cell.edit", texts)}
      isEnd={isEnd}
      value={draft.value}
      takesFocus={draft.takesFocus ?? false}
      error={draft.error}
      conflict={
        isNewer || draft.isConflict
          ? {
              who: author(isNewer ? undefined : draft.changed),
              value: write(name, theirs),
              own: write(name, draft.value),
              isAsked: draft.isConflict === true && !isNewer,
              onSaveOwn: () => {
                send({
                  seen: isNewer ? record : draft.seen,
                  value: draft.value,
                });
              },
            }
          : undefined
      }
      isChanged={draft.value !== valueIn(draft.seen.row)}
      onChange={(value) => {
        const { seen, isConflict, changed } = draft;
        setDraft({ seen, value, isConflict, changed });
      }}
      onSave={() => {
        save(draft);
      }}
      onDiscard={close}
    />
  );
}

/** Whether the focus is on the element, or nowhere. */
const hasFocus = (element: Element | null): boolean =>
  document.activeElement === element ||
  document.activeElement === document.body;

const storedValue = (value: unknown): CellValue =>
  typeof value === "number" || typeof value === "string" ? value : null;

/** Returns the text key of a value that the field cannot have, else null. */
function problemOf(value: CellValue, field: Field) {
  const types = Array.isArray(field.type) ? field.type : [field.type];
  if (value === null)
    return types.includes("null") ? null : "errors.required_field";
  const { minimum = -Infinity, maximum = Infinity } = field;
  const isInRange =
    typeof value !== "number" || (value >= minimum && value <= maximum);
  return isInRange ? null : "errors.fields.invalid";
}

/** Returns a draft, or null for none, from the present draft. */
type Change = (present: CellDraft | null) => CellDraft | null;

/**
 * Returns the value that is typed in a cell, and a function that changes it. The list
 * keeps it while another page, tab, order or view hides the cell. An open cell without a
 * typed value closes with its row.
 */
function useCellDraft(
  { rowId, field }: Pick<CellDraft, "rowId" | "field">,
  isChanged: (draft: CellDraft) => boolean,
): [draft: CellDraft | null, change: (change: Change) => void] {
  const { drafts } = useListActions();
  const isOwn = (draft: CellDraft) =>
    draft.rowId === rowId && draft.field === field;
  const find = () => drafts.get().find(isOwn) ?? null;
  const draft = useSyncExternalStore(drafts.subscribe, find);
  const change = useEvent((of: Change) => {
    const present = find();
    const next = of(present);
    if (next === present) return;
    const others = drafts.get().filter((other) => !isOwn(other));
    drafts.set(next ? [...others, next] : others);
  });
  const show = useEvent((isShown: boolean) => {
    change((present) => {
      if (!present || (!isShown && !isChanged(present))) return null;
      if (present.isHidden !== isShown) return present;
      // A cell that comes back leaves the focus to the person.
      return { ...present, isHidden: !isShown, takesFocus: false };
    });
  });
  useEffect(() => {
    show(true);
    return () => {
      show(false);
    };
  }, [show]);
  return [draft, change];
}
