import { Link } from "react-router";
import { defaultTileGroups } from "../../../domain/dashboard";
import {
  choiceMessages,
  filterKind,
} from "../../../domain/listing/kinds/kinds";
import { formatNumber } from "../../../domain/money";
import { filterId } from "../../../domain/resource";
import type { DashboardGroup } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { useFieldText } from "../fieldText";
import { TileFrame, TileSkeleton, type TileContent } from "./TileFrame";
import styles from "./Tile.module.css";

/** Pixels of a value. */
const groupHeight = 30;
/** Values that the skeleton shows at most. */
const mostSkeletons = 6;

/** The number of rows by the values of a filter; each value leads to its rows. */
export function GroupsTile({ tile, title, empty, reply }: TileContent) {
  const t = useT();
  const labelOf = useGroupLabel(tile);
  const { groups = [], groupCount = 0, total, to } = reply ?? {};
  const most = Math.max(1, ...groups.map(({ count }) => count));
  const left = groupCount - groups.length;
  return (
    <TileFrame
      title={title}
      total={total}
      to={to}
      isEmpty={reply && groups.length === 0}
    >
      {!reply && (
        <TileSkeleton
          lines={Math.min(tile.most ?? defaultTileGroups, mostSkeletons)}
          height={groupHeight}
        />
      )}
      {reply && groups.length === 0 && <p className={styles.empty}>{empty}</p>}
      {groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <li key={group.value}>
              <Link className={styles.group} to={group.to}>
                <span className={styles.groupName}>{labelOf(group)}</span>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ width: `${(100 * group.count) / most}%` }} />
                </span>
                <span className={styles.groupCount}>
                  {formatNumber(group.count)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p className={styles.more}>
          {t("dashboard.more", { smart_count: left })}
        </p>
      )}
    </TileFrame>
  );
}

/** Returns the function that writes a value as the filter of the list does. */
function useGroupLabel({
  list,
  by,
}: TileContent["tile"]): (group: DashboardGroup) => string {
  const workspace = useWorkspace();
  const write = useFieldText();
  const resource = workspace.resource(list);
  const filter = resource.filters.find((each) => filterId(each) === by);
  const field = filter && workspace.row(resource.row).properties[filter.field];
  if (!field) return ({ label }) => label;
  const kind = filterKind(field, filter);
  return ({ value, label }) => {
    if (kind === "enum") return write(filter.field, value);
    if (kind in choiceMessages) return label;
    // A code without a label is written as in a row.
    return kind === "codes" && label !== value
      ? label
      : write(filter.field, label);
  };
}
