import styles from "./NeighbourLinks.module.css";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type RefObject,
  useMemo,
} from "react";
import { Link, useLocation, type Location } from "react-router";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useDataProvider } from "ra-core";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { type RowRecord, listParams } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { detailPath } from "../../workspace/detailPath";
import {
  readOpened,
  storeOpened,
  type OpenedList,
} from "../../workspace/openedFrom";

/** Keys by their place on the keyboard, so that they work in every layout. */
const keys = { KeyK: "previous", KeyJ: "next" } as const;

/**
 * Links to the lots before and after this one in the list from which it was opened.
 * The keys K and J follow them, and like them ask before typed values are lost.
 */
export function NeighbourLinks() {
  const t = useT();
  const neighbours = useNeighbours();
  const nav = useRef<HTMLElement>(null);
  useNeighbourKeys(nav);
  useKeptFocus(nav);
  if (!neighbours) return null;
  const { place, total } = neighbours;
  const link = (side: "previous" | "next") => {
    const neighbour = neighbours[side];
    const label = t(`lot.neighbours.${side}`);
    const icon = (
      <Icon name={side === "next" ? "chevronRight" : "chevronLeft"} />
    );
    return neighbour ? (
      <Link
        className={styles.link}
        to={neighbour.href}
        rel={side === "next" ? "next" : "prev"}
        state={{ neighbour: side }}
        aria-label={label}
        title={`${label} (${side === "next" ? "J" : "K"})`}
        onClick={neighbour.visit}
      >
        {icon}
      </Link>
    ) : (
      <span className={styles.end} aria-hidden="true">
        {icon}
      </span>
    );
  };
  return (
    <nav
      ref={nav}
      className={styles.neighbours}
      aria-label={t("lot.neighbours.title")}
    >
      {link("previous")}
      <span className={styles.place}>
        {t(total < 0 ? "lot.neighbours.place" : "lot.neighbours.placeOf", {
          place: formatNumber(place),
          total: formatNumber(total),
        })}
      </span>
      {link("next")}
    </nav>
  );
}

/** Focuses the link that was followed: the page of the next lot renders a new one. */
function useKeptFocus(nav: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation() as Location<{
    neighbour?: string;
  } | null>;
  const side = state?.neighbour;
  useEffect(() => {
    if (side === undefined || document.activeElement !== document.body) return;
    const rel = side === "next" ? "next" : "prev";
    const links = [...(nav.current?.querySelectorAll("a") ?? [])];
    const link = links.find((other) => other.rel === rel) ?? links[0];
    link?.focus({ preventScroll: true });
  }, [nav, pathname, side]);
}

function useNeighbourKeys(nav: RefObject<HTMLElement | null>): void {
  // Keys act from the moment in which the links are drawn.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented)
        return;
      const isElsewhere =
        target instanceof Element &&
        target.closest("input, textarea, select, [contenteditable], dialog");
      const side = Object.entries(keys).find(([name]) => name === code)?.[1];
      const rel = side === "next" ? "next" : "prev";
      const link =
        side && nav.current?.querySelector<HTMLElement>(`a[rel=${rel}]`);
      if (isElsewhere || !link) return;
      event.preventDefault();
      link.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [nav]);
}

type Neighbour = { href: string; visit: () => void };

type Neighbours = {
  previous: Neighbour | null;
  next: Neighbour | null;
  /** The place in the list, from 1. */
  place: number;
  total: number;
};

/**
 * Returns the lots before and after this page in the list from which it was opened,
 * in the order of that list; null for a page that was not opened from a list. At the
 * end of the known rows it reads the next page of the list.
 */
function useNeighbours(): Neighbours | null {
  const { pathname } = useLocation();
  const opened = useMemo(() => readOpened(pathname), [pathname]);
  const index = opened?.places.findIndex(({ href }) => href === pathname) ?? -1;
  const isFirst = opened !== null && index === 0 && opened.before > 0;
  const end = (opened?.before ?? 0) + (opened?.places.length ?? 0);
  const isLast =
    opened !== null &&
    index === opened.places.length - 1 &&
    (opened.total < 0 || end < opened.total);
  const earlier = usePlaces(isFirst ? opened : null, (opened?.before ?? 1) - 1);
  const later = usePlaces(isLast ? opened : null, end);
  if (!opened || index < 0) return null;
  const places = [
    ...(isFirst ? earlier.slice(-1) : []),
    ...opened.places,
    ...(isLast ? later.slice(0, 1) : []),
  ];
  const shift = isFirst ? Math.min(1, earlier.length) : 0;
  const known = { ...opened, before: opened.before - shift, places };
  const at = (place: number): Neighbour | null => {
    const found = places[place + shift];
    return found
      ? { href: found.href, visit: () => storeOpened(known, found.id) }
      : null;
  };
  return {
    previous: at(index - 1),
    next: at(index + 1),
    place: opened.before + index + 1,
    total: opened.total,
  };
}

const noPlaces: OpenedList["places"] = [];

/**
 * Returns the row at a position of a list, from 0, as an array of one place. Empty
 * without a list, while its page loads, and if the list has become shorter.
 */
function usePlaces(
  list: OpenedList | null,
  position: number,
): OpenedList["places"] {
  const dataProvider = useDataProvider();
  const { resources } = useWorkspace();
  const resource = resources.find(({ name }) => name === list?.resource);
  const pageSize = list?.state.pageSize ?? 1;
  const page = Math.floor(position / pageSize) + 1;
  const inPage = position % pageSize;
  const { data } = useQuery({
    queryKey: ["neighbours", list?.resource, list?.state, page],
    queryFn:
      list && resource
        ? async ({ signal }: { signal: AbortSignal }) => {
            const params = listParams({ ...list.state, page }, false);
            const { data: rows } = await dataProvider.getList<RowRecord>(
              list.resource,
              { ...params, signal },
            );
            return rows;
          }
        : skipToken,
  });
  const row = data?.[inPage];
  const href =
    row && resource ? detailPath({ resource, resources, row: row.row }) : null;
  return row && href !== null ? [{ id: row.id, href }] : noPlaces;
}
