import { useMemo } from "react";
import { defaultTileRows } from "../../../domain/dashboard";
import type { Resource, RowSchema } from "../../../domain/resource";
import { checkRows } from "../../providers/rowValidation/checkRows";
import { useWorkspace } from "../../providers/workspace";
import { useIsPhone } from "../../ui/useMedia";
import { RowPhoto } from "../cells/PhotoCell";
import { RowLink, RowLinkProvider } from "../cells/TextCell";
import { cellFor } from "../rows/columns";
import { detailPath } from "../detailPath";
import { noValue, useKnownTexts } from "../fieldText";
import { ListingProvider } from "../listing/ListingContext";
import { useLabels } from "../useLabels";
import { cardLayout, type CardLayout } from "../rows/Card";
import type { RowRecord } from "../../providers/dataProvider";
import { TileFrame, TileSkeleton, type TileContent } from "./TileFrame";
import styles from "./Tile.module.css";

/** Pixels of a row with its photo. */
const rowHeight = 57;

/** The first rows of a list: the texts of its cards and some of its cells. */
export function RowsTile({ tile, title, empty, reply }: TileContent) {
  const workspace = useWorkspace();
  const resource = workspace.resource(tile.list);
  const schema = workspace.row(resource.row);
  const labels = useLabels(resource, schema);
  const isPhone = useIsPhone();
  const layout = useMemo(
    () => cardLayout(resource, schema),
    [resource, schema],
  );
  const listing = useMemo(
    () => ({ resource, row: schema, labels, isPhone, ownFields: [] }),
    [resource, schema, labels, isPhone],
  );
  const { rows = [], total, to } = reply ?? {};
  const { data } = checkRows({
    rows,
    key: resource.key,
    first: 1,
    check: null,
  });
  return (
    <TileFrame
      title={title}
      total={total}
      to={to}
      isEmpty={reply && data.length === 0}
    >
      {!reply && (
        <TileSkeleton lines={tile.rows ?? defaultTileRows} height={rowHeight} />
      )}
      {reply && data.length === 0 && <p className={styles.empty}>{empty}</p>}
      {data.length > 0 && (
        <ListingProvider value={listing}>
          <ul className={styles.rows}>
            {data.map((record) => (
              <TileRow
                key={record.id}
                record={record}
                layout={layout}
                list={{ resource, schema }}
                columns={tile.columns ?? []}
              />
            ))}
          </ul>
        </ListingProvider>
      )}
    </TileFrame>
  );
}

type TileRowProps = {
  record: RowRecord;
  layout: CardLayout;
  list: { resource: Resource; schema: RowSchema };
  /** The ids of the columns at the end of the row. */
  columns: readonly string[];
};

function TileRow({ record, layout, list, columns }: TileRowProps) {
  const { resource, schema } = list;
  const { resources } = useWorkspace();
  const texts = useKnownTexts();
  const { row } = record;
  const href = detailPath({ resource, resources, row });
  const cells = resource.columns.filter(({ id }) => columns.includes(id));
  const shown = new Set([
    ...layout.title,
    ...cells.flatMap((cell) => cell.fields),
  ]);
  const [line = []] = layout.lines;
  const details = line.filter((name) => !shown.has(name));
  return (
    <li className={styles.row} data-row-id={record.id}>
      {layout.photos !== undefined && (
        <div className={styles.photo}>
          <RowPhoto photos={row[layout.photos]} width={56} />
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.name}>
          <RowLinkProvider
            value={
              href === null
                ? null
                : { href, isSameTab: true, onOpen: () => undefined }
            }
          >
            <RowLink>{texts(row, layout.title).join(" ") || noValue}</RowLink>
          </RowLinkProvider>
        </div>
        <div className={styles.details}>{texts(row, details).join(" · ")}</div>
      </div>
      {cells.map((column) => {
        const { Cell, className } = cellFor(schema, column);
        return (
          <div key={column.id} className={styles.end}>
            <div className={className}>
              <Cell row={row} schema={schema} fields={column.fields} />
            </div>
          </div>
        );
      })}
    </li>
  );
}
