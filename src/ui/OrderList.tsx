import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { useT } from "../providers/i18n/useT";
import { IconButton } from "./IconButton";
import { VisuallyHidden } from "./VisuallyHidden";
import styles from "./OrderList.module.css";

type Direction = "up" | "down";

type OrderListProps<Item> = {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** The name of an entry in the labels of its buttons. */
  nameOf: (item: Item) => string;
  /** Whether two neighbours may change places. */
  canSwap: (one: Item, other: Item) => boolean;
  onChange: (items: Item[]) => void;
  children: (item: Item) => ReactNode;
};

/**
 * A numbered list whose entries move up and down by buttons, or with Alt and the arrow
 * keys while the focus is on a button of the entry. The focus follows the entry, and
 * screen readers hear its new place.
 */
export function OrderList<Item>(props: OrderListProps<Item>) {
  const { label, items, idOf, nameOf, canSwap, onChange, children } = props;
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; direction: Direction } | null>(null);
  const [said, setSaid] = useState("");
  // React may move the other entry in the page, which keeps or loses the focus.
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, direction } = moved.current;
    moved.current = null;
    list.current
      ?.querySelector<HTMLElement>(
        `[data-entry="${CSS.escape(id)}"] [data-direction=${direction}]`,
      )
      ?.focus();
  });

  const neighbour = (index: number, direction: Direction) => {
    const item = items[index];
    const other = items[index + (direction === "up" ? -1 : 1)];
    return item !== undefined && other !== undefined && canSwap(item, other)
      ? other
      : undefined;
  };
  const move = (index: number, direction: Direction) => {
    const item = items[index];
    const other = neighbour(index, direction);
    if (item === undefined || other === undefined) return;
    const target = items.indexOf(other);
    const next = items.with(index, other).with(target, item);
    moved.current = { id: idOf(item), direction };
    setSaid(
      t("order.moved", {
        name: nameOf(item),
        place: target + 1,
        count: items.length,
      }),
    );
    onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const direction =
      event.key === "ArrowUp"
        ? "up"
        : event.key === "ArrowDown"
          ? "down"
          : undefined;
    if (!event.altKey || !direction) return;
    event.preventDefault();
    move(index, direction);
  };
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={idOf(item)}
            className={styles.entry}
            data-entry={idOf(item)}
            onKeyDown={(event) => {
              onKeyDown(event, index);
            }}
          >
            <span className={styles.place} aria-hidden="true">
              {index + 1}
            </span>
            <div className={styles.content}>{children(item)}</div>
            {(["up", "down"] as const).map((direction) => (
              <IconButton
                key={direction}
                icon={direction === "up" ? "arrowUp" : "arrowDown"}
                label={t(`order.${direction}`, { name: nameOf(item) })}
                data-direction={direction}
                // A disabled button would lose the focus at the end of the list.
                aria-disabled={!neighbour(index, direction)}
                onClick={() => {
                  move(index, direction);
                }}
              />
            ))}
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}
