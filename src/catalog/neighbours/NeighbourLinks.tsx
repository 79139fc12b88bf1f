import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { useNeighbours, type Neighbours } from "./useNeighbours";
import styles from "./NeighbourLinks.module.css";

/** Keys by their place on the keyboard, so that they work in every layout. */
const keys = { KeyK: "previous", KeyJ: "next" } as const;

/**
 * Links to the lots before and after this one in the list from which it was opened.
 * The keys K and J follow them.
 */
export function NeighbourLinks() {
  const t = useT();
  const neighbours = useNeighbours();
  useNeighbourKeys(neighbours);
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
    <nav className={styles.neighbours} aria-label={t("lot.neighbours.title")}>
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

function useNeighbourKeys(neighbours: Neighbours | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented)
        return;
      const isElsewhere =
        target instanceof Element &&
        target.closest("input, textarea, select, [contenteditable], dialog");
      const side = Object.entries(keys).find(([name]) => name === code)?.[1];
      const neighbour = side && neighbours?.[side];
      if (isElsewhere || !neighbour) return;
      event.preventDefault();
      neighbour.visit();
      void navigate(neighbour.href);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [neighbours, navigate]);
}
