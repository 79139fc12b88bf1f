import { memo, useMemo } from "react";
import { Skeleton } from "../../ui/Skeleton";
import type { RowRecord } from "../../providers/dataProvider";
import { classes } from "../../ui/classes";
import { useListing, useListRows } from "../listing/ListingContext";
import { Card } from "./Card";
import { cardOf, type CardPlan } from "./cardOf";
import { useRowLinks } from "./useRowLinks";
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
  const { resource, row: schema, labels } = useListing();
  const { isOutdated, isFetching } = useListRows();
  const { hrefOf, visit, isVisited, isMine } = useRowLinks();
  const plan = useMemo(() => cardOf(resource, schema), [resource, schema]);
  if (!rows) return <SkeletonCards layout={layout} />;
  return (
    <ul
      className={classes(
        styles.cards,
        styles[layout],
        isOutdated && styles.outdated,
      )}
      aria-label={labels.title}
      aria-busy={isFetching}
    >
      {rows.map((record) => (
        <CardItem
          key={record.id}
          record={record}
          plan={plan}
          href={hrefOf(record)}
          isVisited={isVisited(record)}
          isMine={isMine(record)}
          onOpen={visit}
        />
      ))}
    </ul>
  );
}

/** One card; it renders again when its record has changed. */
const CardItem = memo(function CardItem({
  record,
  plan,
  href,
  isVisited,
  isMine,
  onOpen,
}: {
  record: RowRecord;
  plan: CardPlan;
  href: string | null;
  isVisited: boolean;
  isMine: boolean;
  onOpen: (id: string) => void;
}) {
  const { id, row } = record;
  const target = useMemo(
    () =>
      href === null
        ? null
        : {
            href,
            onOpen: () => {
              onOpen(id);
            },
          },
    [href, id, onOpen],
  );
  return (
    <li
      className={classes(
        styles.card,
        isVisited && styles.visited,
        isMine && styles.mine,
      )}
    >
      <Card plan={plan} row={row} target={target} />
    </li>
  );
});

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
