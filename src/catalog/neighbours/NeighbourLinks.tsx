import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { Link, useLocation, type Location } from "react-router";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { useNeighbours } from "./useNeighbours";
import styles from "./NeighbourLinks.module.css";

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
