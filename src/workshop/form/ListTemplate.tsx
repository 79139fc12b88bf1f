import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  RJSFSchema,
} from "@rjsf/utils";
import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import type { Declaration } from "../document/types";
import { LabelFields } from "./LabelFields";
import type { FormContext } from "./FormContext";

import { Section } from "./ObjectTemplate";
import { labelKey } from "../document/choices";
import styles from "./form.module.css";

type ListProps = ArrayFieldTemplateProps<Declaration, RJSFSchema, FormContext>;
type ItemProps = ArrayFieldItemTemplateProps<
  Declaration,
  RJSFSchema,
  FormContext
>;

/** A list: its entries in their order, and a button for one more. */
export function ListTemplate({
  title,
  items,
  canAdd,
  onAddClick,
  fieldPathId,
  uiSchema,
}: ListProps) {
  const t = useT();
  const name = uiSchema?.["ui:title"] ?? title;
  const content = (
    <>
      <ul className={styles.list}>{items}</ul>
      {canAdd && (
        <Button
          id={`${fieldPathId.$id}__add`}
          kind="ghost"
          onClick={onAddClick}
          aria-label={t("workshop.form.addTo", { list: name })}
        >
          <Icon name="plus" /> {t("workshop.form.add")}
        </Button>
      )}
    </>
  );
  if (fieldPathId.path.length === 1)
    return (
      <Section
        isOpen={fieldPathId.path[0] === "columns"}
        title={
          <>
            {name} <span className={styles.count}>{items.length}</span>
          </>
        }
      >
        {content}
      </Section>
    );
  return (
    <fieldset className={styles.inner}>
      <legend>{name}</legend>
      {content}
    </fieldset>
  );
}

/**
 * One entry: a line with what it is, that opens; a plain word stands on its
 * line at once. It is moved and removed by the buttons of its line.
 */
export function ListItem({
  children,
  buttonsProps,
  registry,
  index,
  schema,
}: ItemProps) {
  const { fieldPathId } = buttonsProps;
  const list = String(fieldPathId.path.at(-2) ?? "");
  const entry = useEntry(registry.formContext, fieldPathId.path);
  const isPlain = schema.type !== "object";
  const title = registry.formContext.titleOf(list, entry);
  const [isOpen, setOpen] = useState(title === "");
  const t = useT();
  const shown =
    title === "" ? t("workshop.form.new", { number: index + 1 }) : title;
  const key = labelKey(list, entry);
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        {isPlain ? (
          <div className={styles.plain}>{children}</div>
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            <Icon name={isOpen ? "chevronDown" : "chevronRight"} size={14} />
            {shown}
          </button>
        )}
        <Moves {...buttonsProps} title={shown} />
      </div>
      {!isPlain && isOpen && (
        <div className={styles.open}>
          {children}
          {key !== undefined && (
            <LabelFields context={registry.formContext} name={key} />
          )}
        </div>
      )}
    </li>
  );
}

function Moves({
  title,
  hasMoveUp,
  hasMoveDown,
  hasRemove,
  onMoveUpItem,
  onMoveDownItem,
  onRemoveItem,
}: ItemProps["buttonsProps"] & { title: string }) {
  const t = useT();
  return (
    <span className={styles.moves}>
      <IconButton
        icon="arrowUp"
        label={t("workshop.form.up", { part: title })}
        disabled={!hasMoveUp}
        onClick={onMoveUpItem}
      />
      <IconButton
        icon="arrowDown"
        label={t("workshop.form.down", { part: title })}
        disabled={!hasMoveDown}
        onClick={onMoveDownItem}
      />
      {hasRemove && (
        <IconButton
          icon="close"
          label={t("workshop.form.remove", { part: title })}
          onClick={onRemoveItem}
        />
      )}
    </span>
  );
}

/** The entry at a place of the form. */
const useEntry = (
  { declaration }: FormContext,
  path: readonly (string | number)[],
): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    declaration,
  );
