import { defaultGroups } from "../../../domain/chart";
import { filterId } from "../../../domain/resource";
import { useWorkspace } from "../../providers/workspace";
import { GroupBars } from "../chart/GroupBars";
import { useGroupLabel } from "../chart/useGroupLabel";
import { TileFrame, TileSkeleton, type TileContent } from "./TileFrame";
import styles from "./Tile.module.css";

/** Pixels of a value. */
const groupHeight = 30;
/** Values that the skeleton shows at most. */
const mostSkeletons = 6;

/**
 * The number of rows by the values of a filter, of the tile or of the chart of its list;
 * each value leads to its rows.
 */
export function GroupsTile({ tile, title, empty, reply }: TileContent) {
  const workspace = useWorkspace();
  const resource = workspace.resource(tile.list);
  const { by, most = defaultGroups } =
    tile.kind === "groups" ? tile : (resource.chart ?? {});
  const filter = resource.filters.find((each) => filterId(each) === by);
  const field = filter && workspace.row(resource.row).properties[filter.field];
  const labelOf = useGroupLabel(filter, field);
  const { groups = [], missing, missingTo, others, total, to } = reply ?? {};
  const isEmpty = groups.length === 0 && missing === undefined;
  const addresses = new Map(groups.map((group) => [group.value, group.to]));
  return (
    <TileFrame title={title} total={total} to={to} isEmpty={reply && isEmpty}>
      {!reply && (
        <TileSkeleton
          lines={Math.min(most, mostSkeletons)}
          height={groupHeight}
        />
      )}
      {reply && isEmpty && <p className={styles.empty}>{empty}</p>}
      {!isEmpty && (
        <GroupBars
          groups={groups}
          field={field}
          labelOf={labelOf}
          targetOf={({ value }) => ({ to: addresses.get(value) })}
          missing={missing}
          missingTarget={{ to: missingTo }}
          others={others}
        />
      )}
    </TileFrame>
  );
}
