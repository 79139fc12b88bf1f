import { useMemo, useState, type DragEvent } from "react";
import { Link } from "react-router";
import { columnFilters } from "../../../domain/listing/boards";
import { writeUrl } from "../../../domain/listing/url";
import { formatNumber } from "../../../domain/money";
import type { Filter } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LinkButton } from "../../ui/LinkButton";
import { Skeleton } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { Toned } from "../cells/ToneCell";
import { useFieldText } from "../fieldText";
import { useFixedValues } from "../listing/fixedValues";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { cardLayout } from "../rows/Card";
import { CardItem } from "../rows/CardList";
import { MoveButton } from "./MoveButton";
import { useMoves } from "./moves";
import type { BoardColumn } from "./useBoard";
import cards from "../rows/CardList.module.css";
import styles from "./Board.module.css";

type ColumnProps = {
  filter: Filter;
  column: BoardColumn;
  /** Only the column that a phone shows has its cards drawn there. */
  isHidden: boolean;
};

/** The columns beside each other; on a phone one of them, with buttons for the others. */
export function BoardColumns({
  filter,
  columns,
  isOutdated,
}: {
  filter: Filter;
  columns: readonly BoardColumn[];
  isOutdated: boolean;
}) {
  const { isPhone } = useListing();
  const { dragged, setDragged, of } = useMoves();
  const text = useColumnText(filter);
  const t = useT();
  const [chosen, choose] = useState<string>();
  const open =
    columns.find(({ value }) => value === chosen) ??
    columns.find(({ records }) => records.length > 0) ??
    columns[0];
  // Rows that come into other columns do not change the shown one.
  if (open && open.value !== chosen) choose(open.value);
  const onDragStart = (event: DragEvent) => {
    const card = event.target as Element;
    const id = card.closest<HTMLElement>("[data-row-id]")?.dataset.rowId;
    const record = columns
      .flatMap(({ records }) => records)
      .find((each) => each.id === id);
    if (!record || of(record).size === 0) {
      event.preventDefault();
      return;
    }
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", record.id);
    setDragged(record);
  };
  return (
    <>
      {isPhone && (
        <div
          className={styles.choices}
          role="group"
          aria-label={t("list.board.columns")}
        >
          {columns.map(({ value, count }) => (
            <button
              key={value}
              type="button"
              className={styles.choice}
              aria-pressed={value === open?.value}
              onClick={() => {
                choose(value);
              }}
            >
              {text(value)} {count !== undefined && <Count count={count} />}
            </button>
          ))}
        </div>
      )}
      <div
        className={classes(
          styles.columns,
          isOutdated && styles.outdated,
          dragged && styles.dragging,
        )}
        onDragStart={onDragStart}
        onDragEnd={() => {
          setDragged(null);
        }}
      >
        {columns.map((column) => (
          <Column
            key={column.value}
            filter={filter}
            column={column}
            isHidden={isPhone && column.value !== open?.value}
          />
        ))}
      </div>
    </>
  );
}

const Count = ({ count }: { count: number }) => (
  <span className={styles.count}>{formatNumber(count)}</span>
);

/** Returns a function that writes the value of a column. */
function useColumnText({ field }: Filter): (value: string) => string {
  const write = useFieldText();
  const fixed = useFixedValues();
  return (value) => write(field, value, fixed);
}

function Column({ filter, column, isHidden }: ColumnProps) {
  const { resource, row } = useListing();
  const { state } = useListQuery();
  const { value, count, records, error } = column;
  const text = useColumnText(filter)(value);
  const t = useT();
  const { dragged, drop } = useDrop(value);
  if (isHidden) return null;
  const search = writeUrl(resource, {
    ...state,
    board: undefined,
    page: 1,
    filters: columnFilters(filter, state.filters, value),
  });
  const isEmpty = count === 0 && records.length === 0;
  return (
    <section
      className={classes(styles.column, isEmpty && styles.narrow)}
      aria-label={text}
      data-column={value}
      data-drop={dragged}
      {...drop}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>
          <Toned
            field={row.properties[filter.field]}
            value={value}
            text={text}
          />
        </h2>
        {count !== undefined && (
          <Link
            className={styles.open}
            to={{ search }}
            aria-label={t("list.board.count", {
              column: text,
              count: formatNumber(count),
            })}
            title={t("list.board.open")}
          >
            <Count count={count} />
          </Link>
        )}
      </header>
      {dragged === "allowed" && (
        <p className={styles.allowed}>{t("list.board.allowed")}</p>
      )}
      <div className={styles.rows}>
        {error !== null && (
          <ErrorNotice
            error={error}
            onRetry={column.retry}
            isRetrying={column.isFetching}
          />
        )}
        {isEmpty && <p className={styles.empty}>{t("list.board.empty")}</p>}
        <Cards records={records} label={text} />
        <Foot column={column} search={search} />
      </div>
    </section>
  );
}

function Cards({
  records,
  label,
}: Pick<BoardColumn, "records"> & { label: string }) {
  const { resource, row } = useListing();
  const { of } = useMoves();
  const layout = useMemo(() => cardLayout(resource, row), [resource, row]);
  if (records.length === 0) return null;
  return (
    <ul className={classes(cards.cards, cards.board)} aria-label={label}>
      {records.map((record) => (
        <CardItem
          key={record.id}
          record={record}
          layout={layout}
          isFirst={false}
          Control={MoveButton}
          isDraggable={of(record).size > 0}
        />
      ))}
    </ul>
  );
}

/** Offers the rows of a column that are not shown. */
function Foot({ column, search }: { column: BoardColumn; search: string }) {
  const { count, records, more, isFetching } = column;
  const t = useT();
  if (records.length === 0) return null;
  if (more)
    return (
      <Button isPending={isFetching} onClick={more}>
        {t("list.board.more")}
      </Button>
    );
  return (
    count !== undefined &&
    count > records.length && (
      <LinkButton to={`?${search}`} kind="standard">
        {t("list.board.all", { count: formatNumber(count) })}
      </LinkButton>
    )
  );
}

/** Returns whether the dragged card may enter a column, and the handlers that let it. */
function useDrop(value: string) {
  const { dragged, setDragged, of } = useMoves();
  const { request } = useListActions();
  const action = dragged && of(dragged).get(value);
  const allow = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
  };
  return {
    dragged: dragged ? (action ? "allowed" : "refused") : undefined,
    drop: action
      ? {
          onDragEnter: allow,
          onDragOver: allow,
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            setDragged(null);
            request.set({
              kind: "start",
              actionId: action.id,
              records: [dragged],
            });
          },
        }
      : {},
  } as const;
}

/** The columns while they load for the first time. */
export function SkeletonColumns() {
  const t = useT();
  return (
    <div className={styles.columns} aria-busy="true">
      <p className={styles.loading} role="status">
        {t("list.loading")}
      </p>
      {[4, 3, 4, 2, 3].map((count, index) => (
        <div key={index} className={styles.column} aria-hidden="true">
          <div className={styles.head}>
            <Skeleton width="50%" />
          </div>
          <div className={styles.rows}>
            {Array.from({ length: count }, (_, place) => (
              <Skeleton key={place} height={112} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
