import { useLocaleState } from "ra-core";
import { useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { isNumber, type Field } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Callout } from "../../ui/Callout";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import { useNumberInput } from "../../ui/useNumberInput";
import { numberInputOptions } from "../numberText";
import { UnsavedQuestion, useUnsavedGuard } from "../useUnsavedGuard";
import styles from "./ActionCell.module.css";

export type CellValue = string | number | null;

type CellInputProps = {
  field: Field;
  label: string;
  isEnd: boolean;
  value: CellValue;
  /** Whether it takes the focus; else the focus stays where somebody works. */
  takesFocus: boolean;
  /** Why the value was not saved. */
  error: string | undefined;
  /** The value that somebody else has set, beside the typed one. */
  conflict:
    | {
        who: string;
        value: string;
        own: string;
        /** Whether the next Enter saves the typed value. */
        isAsked: boolean;
        onSaveOwn: () => void;
      }
    | undefined;
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
  onChange: (value: CellValue) => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** The open input of a cell. Its keys do not reach the table around it. */
export function CellInput(props: CellInputProps) {
  const { field, label, isEnd, value, error, conflict } = props;
  const { takesFocus, isChanged, onChange, onSave, onDiscard } = props;
  const t = useT();
  const noteId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { who = "", value: theirs = "", own = "" } = conflict ?? {};
  const values = { who, value: theirs, own };
  const hasNote = error !== undefined || conflict !== undefined;
  const { question } = useUnsavedGuard(isChanged);
  const editor = (
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
      <div ref={box} className={classes(styles.box, hasNote && styles.wrong)}>
        <Input
          field={field}
          value={value}
          takesFocus={takesFocus}
          onChange={onChange}
          attributes={{
            "aria-label": label,
            "aria-invalid": error === undefined ? undefined : true,
            "aria-describedby": hasNote ? noteId : undefined,
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
      {hasNote && (
        <Callout anchor={box}>
          <p id={noteId} className={styles.note} role="alert">
            {error ?? t("actions.cell.conflict", values)}
            {conflict?.isAsked && ` ${t("actions.cell.again", values)}`}
          </p>
          {conflict && (
            <div className={styles.choices}>
              <Button onClick={onDiscard}>
                {t("actions.cell.keepTheirs", values)}
              </Button>
              <Button kind="primary" onClick={conflict.onSaveOwn}>
                {t("actions.cell.saveOwn", values)}
              </Button>
            </div>
          )}
        </Callout>
      )}
    </form>
  );
  return (
    <>
      {editor}
      {/* Outside of the cell, whose table would take its keys. */}
      {question &&
        createPortal(<UnsavedQuestion question={question} />, document.body)}
    </>
  );
}

type InputProps = Pick<
  CellInputProps,
  "field" | "value" | "takesFocus" | "onChange"
> & {
  attributes: Readonly<Record<`aria-${string}`, string | boolean | undefined>>;
};

function Input(props: InputProps) {
  const { field, value, takesFocus, onChange, attributes } = props;
  const [locale] = useLocaleState();
  const number = useNumberInput({
    ...numberInputOptions(field, locale),
    value: typeof value === "number" ? value : null,
    onChange,
  });
  const { ref } = number;
  // The whole value is selected, so that typing replaces it.
  const isFocused = useRef(takesFocus);
  useLayoutEffect(() => {
    if (!isFocused.current) return;
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
