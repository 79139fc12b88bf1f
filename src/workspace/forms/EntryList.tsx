import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  RJSFSchema,
} from "@rjsf/utils";
import { useTranslate } from "ra-core";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Field";
import { IconButton } from "../../ui/IconButton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { focusAfter, type ListChange } from "../widgets/listChange";
import { SendingContext, type FormContext } from "./FormFields";
import styles from "./forms.module.css";

type ListProps = ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>;
type EntryProps = ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>;

const ChangeContext = createContext<(change: ListChange) => void>(
  () => undefined,
);

/**
 * A list of objects: its entries, a button that adds one, and the error of the list
 * itself. After each change the focus is on the entry that has changed or, after a
 * removal, on the next one. Screen readers hear the new position of a moved entry.
 */
export function EntryList({
  items,
  canAdd = false,
  onAddClick,
  required = false,
  registry,
  fieldPathId: { path, $id },
}: ListProps) {
  const { row, label, errors } = registry.formContext;
  const t = useT();
  const translate = useTranslate();
  const isSending = useContext(SendingContext);
  const box = useRef<HTMLFieldSetElement>(null);
  const [change, setChange] = useState<ListChange | null>(null);
  useEffect(() => {
    if (change) focusAfter(change, box.current);
  }, [change]);
  const name = String(path.at(-1));
  const place = path.join(".");
  const error = errors[place];
  const texts = `entries.${row}.${name}`;
  const title = label(name);
  return (
    <fieldset
      ref={box}
      className={styles.entries}
      aria-describedby={`${$id}-note`}
    >
      <legend className={styles.label}>
        {required ? title : t("form.optional", { field: title })}
      </legend>
      <ol className={styles.list}>
        <ChangeContext value={setChange}>{items}</ChangeContext>
      </ol>
      <div data-path={place}>
        {canAdd && (
          <Button
            data-move="add"
            aria-disabled={isSending}
            onClick={() => {
              if (isSending) return;
              onAddClick();
              setChange({ kind: "add", index: items.length });
            }}
          >
            {translate(`${texts}.add`, { _: t("form.entries.add") })}
          </Button>
        )}
        <Note
          id={`${$id}-note`}
          error={error}
          hint={translate(`hints.${row}.${name}`, { _: "" })}
        />
      </div>
      <div role="status">
        <VisuallyHidden>
          {change && change.kind !== "add" && change.kind !== "remove"
            ? t("form.entries.moved", {
                position: change.index + 1,
                total: items.length,
              })
            : ""}
        </VisuallyHidden>
      </div>
    </fieldset>
  );
}

/** One entry of a list of objects, with the buttons that move and remove it. */
export function Entry({
  children,
  index,
  totalItems,
  buttonsProps,
  registry,
}: EntryProps) {
  const { row } = registry.formContext;
  const t = useT();
  const translate = useTranslate();
  const isSending = useContext(SendingContext);
  const onChange = useContext(ChangeContext);
  const { hasMoveUp, hasMoveDown, hasRemove } = buttonsProps;
  const { onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const list = String(buttonsProps.fieldPathId.path.at(-2));
  const number = index + 1;
  const title = translate(`entries.${row}.${list}.title`, {
    number,
    _: t("form.entries.title", { number }),
  });
  const buttonOf = (
    kind: "up" | "down" | "remove",
    { isShown, icon, to, run }: EntryButton,
  ) =>
    isShown && (
      <IconButton
        icon={icon}
        label={t(`form.entries.${kind}`, { entry: title })}
        data-move={kind}
        aria-disabled={isSending}
        onClick={() => {
          if (isSending) return;
          run();
          onChange({ kind, index: to });
        }}
      />
    );
  return (
    <li>
      <fieldset className={styles.entry}>
        <legend className={styles.entryTitle}>{title}</legend>
        <div className={styles.moves}>
          {buttonOf("up", {
            isShown: hasMoveUp && index > 0,
            icon: "arrowUp",
            to: index - 1,
            run: () => {
              onMoveUpItem();
            },
          })}
          {buttonOf("down", {
            isShown: hasMoveDown && number < totalItems,
            icon: "arrowDown",
            to: index + 1,
            run: () => {
              onMoveDownItem();
            },
          })}
          {buttonOf("remove", {
            isShown: hasRemove,
            icon: "trash",
            to: index,
            run: () => {
              onRemoveItem();
            },
          })}
        </div>
        {children}
      </fieldset>
    </li>
  );
}

type EntryButton = {
  isShown: boolean;
  icon: "arrowUp" | "arrowDown" | "trash";
  /** The position of the entry, or of the next one, after the change. */
  to: number;
  run: () => void;
};
