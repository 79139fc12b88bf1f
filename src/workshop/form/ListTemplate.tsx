import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  RJSFSchema,
} from "@rjsf/utils";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { labelKey } from "../document/choices";
import type { Declaration } from "../document/draft";
import { partId } from "../WorkshopContext";
import type { FormContext } from "./uiSchema";
import { LabelFields } from "./LabelFields";
import { Fold } from "./ObjectTemplate";
import { valueAt } from "../../../domain/formats";
import styles from "./form.module.css";

type ListProps = ArrayFieldTemplateProps<Declaration, RJSFSchema, FormContext>;
type ItemProps = ArrayFieldItemTemplateProps<
  Declaration,
  RJSFSchema,
  FormContext
>;
type Direction = "up" | "down";

/** The state that the entries of a list share. */
type ListState = {
  query: string;
  dragged: number | null;
  onDrag: (index: number | null) => void;
  onMove: (from: number, to: number, focus?: Direction) => void;
};

const ListContext = createContext<ListState>({
  query: "",
  dragged: null,
  onDrag: () => undefined,
  onMove: () => undefined,
});

/** Lists with more entries than this can be searched. */
const searchFrom = 5;

/** A list: search, its entries in order, and a button to add one. */
export function ListTemplate(props: ListProps) {
  const { title, items, canAdd, onAddClick, fieldPathId, uiSchema } = props;
  const { path, $id } = fieldPathId;
  const t = useT();
  const { formContext } = props.registry;
  const [query, setQuery] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ to: number; focus: Direction }>();
  // The entry has another place now, so the focus follows it there.
  useEffect(() => {
    if (!moved) return;
    const buttons = list.current?.children[
      moved.to
    ]?.querySelectorAll<HTMLButtonElement>("[data-move]:not(:disabled)");
    const all = [...(buttons ?? [])];
    const button = all.find(({ dataset }) => dataset.move === moved.focus);
    (button ?? all[0])?.focus();
  }, [moved]);
  const name = uiSchema?.["ui:title"] ?? title;
  const isSection = path.length === 1;
  const state: ListState = {
    query: query.trim().toLowerCase(),
    dragged,
    onDrag: setDragged,
    onMove: (from, to, focus) => {
      formContext.onMove(path, from, to);
      if (focus) setMoved({ to, focus });
    },
  };
  const searchLabel = t("workshop.form.search", { list: name });
  const content = (
    <>
      {isSection && items.length > searchFrom && (
        <input
          type="search"
          className={styles.search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <ul ref={list} className={styles.list}>
        <ListContext value={state}>{items}</ListContext>
      </ul>
      {canAdd && (
        <Button
          id={`${$id}__add`}
          kind="ghost"
          onClick={() => {
            formContext.onToggle([...path, items.length].join("/"), true);
            onAddClick();
          }}
          aria-label={t("workshop.form.addTo", { list: name })}
        >
          <Icon name="plus" /> {t("workshop.form.add")}
        </Button>
      )}
    </>
  );
  if (!isSection)
    return (
      <fieldset className={styles.inner}>
        <legend>{name}</legend>
        {content}
      </fieldset>
    );
  const heading = (
    <>
      {name} <span className={styles.count}>{items.length}</span>
    </>
  );
  return (
    <Fold path={path} title={heading} context={formContext}>
      {content}
    </Fold>
  );
}

/**
 * One entry of a list. An object is folded to a line with its title; a plain
 * value stays on its line. Entries are moved by dragging or by buttons.
 */
export function ListItem(props: ItemProps) {
  const { children, buttonsProps, registry, index, schema } = props;
  const { formContext } = registry;
  const { path } = buttonsProps.fieldPathId;
  const t = useT();
  const { query, dragged, onDrag, onMove } = useContext(ListContext);
  const [isTarget, setTarget] = useState(false);
  const list = String(path.at(-2) ?? "");
  const entry = valueAt(formContext.declaration, path);
  const isPlain = schema.type !== "object";
  const id = entryId(formContext, path);
  const isOpen = formContext.openParts.has(id);
  const labelled = labelKey(list, entry);
  const title =
    formContext.titleOf(list, entry) ||
    t("workshop.form.new", { number: index + 1 });
  const mark =
    path.length === 2 && !isPlain ? formContext.markOf(list, entry) : null;
  return (
    <li
      className={classes(styles.item, isTarget && styles.target)}
      data-part={path.join("/")}
      hidden={query !== "" && !title.toLowerCase().includes(query)}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setTarget(false);
        if (dragged !== null && dragged !== index) onMove(dragged, index);
        onDrag(null);
      }}
    >
      <div className={styles.line}>
        <span
          className={styles.handle}
          draggable
          aria-hidden="true"
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = "move";
            onDrag(index);
          }}
          onDragEnd={() => onDrag(null)}
        >
          ⠿
        </span>
        {isPlain ? (
          <div className={styles.plain}>{children}</div>
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => formContext.onToggle(id, !isOpen)}
          >
            <Icon name={isOpen ? "chevronDown" : "chevronRight"} size={14} />
            {title}
          </button>
        )}
        {mark && (
          <span className={styles.mark}>
            {t(`workshop.form.marks.${mark}`)}
          </span>
        )}
        <Moves {...buttonsProps} title={title} />
      </div>
      {!isPlain && isOpen && (
        <div className={styles.open}>
          {labelled !== undefined && (
            <LabelFields
              context={formContext}
              name={labelled}
              entry={entry}
              legend={t("workshop.form.labels")}
            />
          )}
          {children}
        </div>
      )}
    </li>
  );
}

type Path = readonly (string | number)[];

/** Entries that are not published keep their id while their name is typed. */
function entryId(context: FormContext, path: Path): string {
  const entry = valueAt(context.declaration, path);
  const list = String(path.at(-2) ?? "");
  return context.isPublished(list, entry)
    ? partId(context.declaration, path)
    : path.join("/");
}

function Moves(props: ItemProps["buttonsProps"] & { title: string }) {
  const { title, index, hasMoveUp, hasMoveDown, hasRemove } = props;
  const t = useT();
  const { onMove } = useContext(ListContext);
  const moves = [
    { focus: "up", icon: "arrowUp", to: index - 1, isAllowed: hasMoveUp },
    { focus: "down", icon: "arrowDown", to: index + 1, isAllowed: hasMoveDown },
  ] as const;
  return (
    <span className={styles.moves}>
      {moves.map(({ focus, icon, to, isAllowed }) => (
        <IconButton
          key={focus}
          icon={icon}
          data-move={focus}
          label={t(`workshop.form.${focus}`, { part: title })}
          disabled={!isAllowed}
          onClick={() => onMove(index, to, focus)}
        />
      ))}
      {hasRemove && (
        <IconButton
          icon="close"
          label={t("workshop.form.remove", { part: title })}
          onClick={props.onRemoveItem}
        />
      )}
    </span>
  );
}
