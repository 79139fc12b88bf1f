import { useWorkspace } from "../../providers/workspace";
import { Skeleton } from "../../ui/Skeleton";
import { WeekChart } from "../chart/WeekChart";
import { useFieldText } from "../fieldText";
import { TileFrame, type TileContent } from "./TileFrame";
import styles from "./Tile.module.css";

/** Pixels of the drawing and the button of its table. */
const chartHeight = 276;

/** The chart of a list by week over the rows of the tile. */
export default function ChartTile({ tile, title, empty, reply }: TileContent) {
  const write = useFieldText();
  const { chart } = useWorkspace().resource(tile.list);
  const { weeks = [], total, to } = reply ?? {};
  return (
    <TileFrame title={title} total={total} to={to}>
      {!reply && <Skeleton height={chartHeight} />}
      {reply && weeks.length === 0 && <p className={styles.empty}>{empty}</p>}
      {weeks.length > 0 && (
        <WeekChart
          weeks={weeks}
          write={(value) => write(chart?.y ?? "", value)}
        />
      )}
    </TileFrame>
  );
}
