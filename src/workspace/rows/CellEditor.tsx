import { useLocaleState } from "ra-core";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import {
  isNumber,
  type Action,
  type Column,
  type Field,
} from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { errorText } from "../../providers/errorText";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { useNumberInput } from "../../ui/useNumberInput";
import { useListActions, useListing } from "../listing/ListingContext";
import { numberInputOptions } from "../numberText";
import { useFieldText } from "../useFieldText";
import { useRowTitle } from "./useRowTitle";
import styles from "./ActionCell.module.css";

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

type Value = string | number | null;

/** The typed value and, after a refusal, its reason. */
type Draft = { value: Value; error?: string };

/**
 * A number or text with a pencil that opens an input in its cell. Enter and the
 * check mark save, Escape discards. A refused value comes back into the input
 * with the reason beside it.
 */
export function CellEditor(props: CellControlProps) {
  const { column, field, record, action, tabIndex, children } = props;
  const { labels } = useListing();
  const { edits } = useListActions();
  const write = useFieldText();
  const t = useT();
  const rowTitle = useRowTitle();
  const [draft, setDraft] = useState<Draft | null>(null);
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

  const [name = ""] = column.fields;
  const stored = storedValue(record.row[name]);
  const texts = { field: labels.column(column), row: rowTitle(record) };
  const isEnd = column.align === "end";
  const close = () => {
    hadFocus.current = true;
    setDraft(null);
  };
  const save = (value: Value) => {
    const error = problemOf(value, field);
    if (error !== null) {
      setDraft({ value, error: t(error) });
      return;
    }
    close();
    if (value === stored) return;
    const onRefused = (refusal: unknown) => {
      if (!isMounted.current) return false;
      setDraft({ value, error: reasonOf(refusal) });
      return true;
    };
    const edit = { actionId: action.id, record, value, onRefused };
    edits.set([...edits.get(), edit]);
  };
  /** Returns the reason, and after a conflict the present value as well. */
  const reasonOf = (refusal: unknown): string => {
    const text = errorText(refusal, t);
    if (!(refusal instanceof CallError)) return text;
    const [own] = Object.values(refusal.errors).flat();
    const property = action.patch?.[name] ?? name;
    if (!refusal.current || !Object.hasOwn(refusal.current, property))
      return own ?? text;
    const present = write(name, refusal.current[property]);
    return t("actions.cell.conflict", { value: present });
  };

  if (!draft)
    return (
      <div className={classes(styles.value, isEnd && styles.end)}>
        <div className={styles.content}>{children}</div>
        <IconButton
          ref={pencil}
          icon="edit"
          data-cell-control
          className={styles.pencil}
          label={t("actions.cell.edit", texts)}
          tabIndex={tabIndex}
          onClick={() => {
            setDraft({ value: stored });
          }}
        />
      </div>
    );
  return (
    <Editor
      draft={draft}
      field={field}
      label={t("actions.cell.edit", texts)}
      isEnd={isEnd}
      onChange={(value) => {
        setDraft({ value });
      }}
      onSave={() => {
        save(draft.value);
      }}
      onDiscard={close}
    />
  );
}

type EditorProps = {
  draft: Draft;
  field: Field;
  label: string;
  isEnd: boolean;
  onChange: (value: Value) => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** The open input. Its keys do not reach the table around it. */
function Editor(props: EditorProps) {
  const { draft, field, label, isEnd, onChange, onSave, onDiscard } = props;
  const t = useT();
  const errorId = useId();
  return (
    <form
      className={classes(styles.editor, isEnd && styles.end)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Tab") event.stopPropagation();
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onDiscard();
      }}
    >
      <div className={classes(styles.box, draft.error && styles.wrong)}>
        <EditorInput
          field={field}
          value={draft.value}
          onChange={onChange}
          attributes={{
            "aria-label": label,
            "aria-invalid": draft.error ? true : undefined,
            "aria-describedby": errorId,
          }}
        />
        <IconButton
          type="submit"
          icon="check"
          className={styles.pencil}
          label={t("actions.save")}
        />
        <IconButton
          icon="close"
          className={styles.pencil}
          label={t("actions.cell.discard")}
          onClick={onDiscard}
        />
      </div>
      <p
        id={errorId}
        className={styles.error}
        aria-live="polite"
        title={draft.error}
      >
        {draft.error}
      </p>
    </form>
  );
}

type EditorInputProps = {
  field: Field;
  value: Value;
  onChange: (value: Value) => void;
  attributes: Readonly<Record<`aria-${string}`, string | boolean | undefined>>;
};

function EditorInput(props: EditorInputProps) {
  const { field, value, onChange, attributes } = props;
  const [locale] = useLocaleState();
  const number = useNumberInput({
    ...numberInputOptions(field, locale),
    value: typeof value === "number" ? value : null,
    onChange,
  });
  const { ref } = number;
  // The whole value is selected, so that typing replaces it.
  useLayoutEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, [ref]);
  if (isNumber(field))
    return <input {...number} {...attributes} className={styles.input} />;
  return (
    <input
      {...attributes}
      ref={ref}
      className={styles.input}
      maxLength={field.maxLength}
      value={value ?? ""}
      onChange={({ target }) => {
        onChange(target.value === "" ? null : target.value);
      }}
    />
  );
}

const storedValue = (value: unknown): Value =>
  typeof value === "number" || typeof value === "string" ? value : null;

/** Returns the text key of a value that the field cannot have, else null. */
function problemOf(value: Value, field: Field) {
  const types = Array.isArray(field.type) ? field.type : [field.type];
  if (value === null)
    return types.includes("null") ? null : "errors.required_field";
  const { minimum = -Infinity, maximum = Infinity } = field;
  const isInRange =
    typeof value !== "number" || (value >= minimum && value <= maximum);
  return isInRange ? null : "errors.fields.invalid";
}
