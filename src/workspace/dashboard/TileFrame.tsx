import { useId, type ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "../../../domain/money";
import type { Tile } from "../../../domain/dashboard";
import type { DashboardTile } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./Tile.module.css";

/** What the content of a tile gets. */
export type TileContent = {
  tile: Tile;
  title: string;
  /** Says what to do while there are no rows. */
  empty: string;
  reply: DashboardTile | undefined;
};

type TileFrameProps = {
  title: string;
  /** The number of rows behind the link; negative if it is unknown. */
  total?: number | undefined;
  /** The address of the list. */
  to?: string | undefined;
  /** Whether a text stands in the place of rows. */
  isEmpty?: boolean;
  children: ReactNode;
};

/** The border of a tile with its heading, its number and the link to its list. */
export function TileFrame({
  title,
  total,
  to,
  isEmpty,
  children,
}: TileFrameProps) {
  const t = useT();
  const id = useId();
  return (
    <section
      className={styles.tile}
      aria-labelledby={id}
      data-empty={isEmpty || undefined}
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {total !== undefined && total > 0 && (
          <span className={styles.total}>{formatNumber(total)}</span>
        )}
        {to !== undefined && total !== 0 && (
          <Link
            className={styles.all}
            to={to}
            aria-label={`${t("dashboard.all")}: ${title}`}
          >
            {t("dashboard.all")}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

/** Lines in the shape of rows that load. */
export function TileSkeleton({
  lines,
  height,
}: {
  lines: number;
  height: number;
}) {
  return (
    <div className={styles.skeletons} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles.skeleton} style={{ height }}>
          <Skeleton width={`${80 - 9 * (index % 3)}%`} />
        </div>
      ))}
    </div>
  );
}
