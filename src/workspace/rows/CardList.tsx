import { Skeleton } from "../../ui/Skeleton";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { useListing } from "../list/ListingContext";
import { Card } from "./Card";
import { isMine, useRowLinks } from "./useRowLinks";
import styles from "./CardList.module.css";

/** `list` is a phone's, `card` three wide ones a row, `grid` up to seven. */
export type CardLayout = "list" | "card" | "grid";

/** Rows as cards; the whole card is the row's link. */
export function CardList({
  rows,
  layout,
}: {
  rows: RowRecord[] | undefined;
  layout: CardLayout;
}) {
  const { labels, data } = useListing();
  const { target, isVisited } = useRowLinks();
  if (!rows) return <SkeletonCards layout={layout} />;
  return (
    <ul
      className={classes(
        styles.cards,
        styles[layout],
        data.isOutdated && styles.outdated,
      )}
      aria-label={labels.title}
      aria-busy={data.isFetching}
    >
      {rows.map((record) => (
        <li
          key={record.id}
          className={classes(
            styles.card,
            isVisited(record) && styles.visited,
            isMine(record) && styles.mine,
          )}
        >
          <Card row={record.row} target={target(record)} />
        </li>
      ))}
    </ul>
  );
}

function SkeletonCards({ layout }: { layout: CardLayout }) {
  return (
    <ul className={classes(styles.cards, styles[layout])} aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index} className={styles.card}>
          <div className={styles.photo}>
            <Skeleton aspectRatio="4 / 3" />
          </div>
          <div className={styles.body}>
            <Skeleton width="60%" />
            <Skeleton width="85%" />
            <Skeleton width="40%" />
          </div>
        </li>
      ))}
    </ul>
  );
}
