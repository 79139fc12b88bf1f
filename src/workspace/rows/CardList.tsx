import { memo, useMemo, useRef, type ComponentType } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { Skeleton } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { RowCompare, useIsComparable } from "../cells/PhotoCell";
import { useListing, useListRows } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import type { CardArrangement } from "../listing/useView";
import { Card, cardLayout, type CardLayout } from "./Card";
import {
  OpenRowPanel,
  RowCheckbox,
  RowMenuButton,
  RowPanelButton,
  useIsOpen,
} from "./RowControls";
import { useChangeMarks } from "./useChangeMarks";
import { useRowLink } from "./useRowLinks";
import styles from "./CardList.module.css";

/** Rows as cards. The whole card is a link to the row's page. */
export function CardList({
  rows,
  arrangement,
}: {
  rows: RowRecord[] | undefined;
  arrangement: CardArrangement;
}) {
  const { resource, row: schema, labels } = useListing();
  const { isOutdated, isFetching } = useListRows();
  const layout = useMemo(
    () => cardLayout(resource, schema),
    [resource, schema],
  );
  const list = useRef<HTMLUListElement>(null);
  useChangeMarks(rows, list);
  if (!rows)
    return (
      <div aria-busy="true" aria-label={labels.title} role="region">
        <SkeletonCards arrangement={arrangement} layout={layout} />
      </div>
    );
  return (
    <ul
      ref={list}
      className={classes(
        styles.cards,
        styles[arrangement],
        isOutdated && styles.outdated,
      )}
      aria-label={labels.title}
      aria-busy={isFetching}
    >
      {rows.map((record, index) => (
        <CardItem
          key={record.id}
          record={record}
          layout={layout}
          isFirst={index < firstCards}
        />
      ))}
    </ul>
  );
}

/** The cards that a phone shows without scrolling. */
const firstCards = 3;

type CardItemProps = {
  record: RowRecord;
  layout: CardLayout;
  isFirst: boolean;
  /** A control beside the others. */
  Control?: ComponentType<{ record: RowRecord }>;
  isDraggable?: boolean;
};

/** A card of the list. It does not render when only its neighbours change. */
export const CardItem = memo(function CardItem({
  record,
  layout,
  isFirst,
  Control,
  isDraggable,
}: CardItemProps) {
  const { target, isVisited, isMine } = useRowLink(record);
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const hasControls = useHasControls(layout) || Control !== undefined;
  const isOpen = useIsOpen(record.id);
  return (
    <li
      data-row-id={record.id}
      draggable={isDraggable}
      className={classes(
        styles.item,
        isVisited && styles.visited,
        isMine && styles.mine,
        record.isUnconfirmed && styles.unconfirmed,
      )}
    >
      <Card
        layout={layout}
        row={record.row}
        target={target}
        isFirst={isFirst}
      />
      {hasControls && (
        <div className={styles.controls}>
          {isSelectable && <RowCheckbox record={record} />}
          {hasRowPanel && <RowPanelButton record={record} />}
          <RowCompare row={record.row} />
          {layout.mark && (
            <layout.mark.Cell
              row={record.row}
              schema={layout.schema}
              fields={layout.mark.fields}
            />
          )}
          {Control && <Control record={record} />}
          {hasRowMenu && <RowMenuButton record={record} />}
        </div>
      )}
      {isOpen && (
        <div className={styles.panel}>
          <OpenRowPanel record={record} />
        </div>
      )}
    </li>
  );
});

/** Whether the cards have a line of buttons, so that the skeleton has its room. */
function useHasControls({ mark }: CardLayout): boolean {
  const { isSelectable, hasRowMenu, hasRowPanel } = useListActions();
  const isComparable = useIsComparable();
  return (
    isSelectable ||
    hasRowMenu ||
    hasRowPanel ||
    isComparable ||
    mark !== undefined
  );
}

function SkeletonCards({
  arrangement,
  layout,
}: {
  arrangement: CardArrangement;
  layout: CardLayout;
}) {
  const hasControls = useHasControls(layout);
  return (
    <ul
      className={classes(styles.cards, styles[arrangement])}
      aria-hidden="true"
    >
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index} className={styles.item}>
          {layout.photos && (
            <div
              className={classes(
                styles.photo,
                layout.hasTwoPhotos && styles.two,
              )}
            >
              <Skeleton aspectRatio="4 / 3" />
              {layout.hasTwoPhotos && <Skeleton aspectRatio="4 / 3" />}
            </div>
          )}
          <div className={styles.body}>
            <Skeleton width="60%" />
            <Skeleton width="85%" />
            <Skeleton width="40%" />
          </div>
          {hasControls && <div className={styles.controls} />}
        </li>
      ))}
    </ul>
  );
}
