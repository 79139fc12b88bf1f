import { Link } from "react-router";
import { formatNumber } from "../../../domain/money";
import { Skeleton } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { useFieldText } from "../fieldText";
import styles from "./Tile.module.css";
import type { TileContent } from "./TileFrame";

/** A number that is a link to as many rows, or a sum of theirs. */
export function NumberTile({ tile, title, reply }: TileContent) {
  const write = useFieldText();
  const { field } = tile;
  if (!reply)
    return (
      <div className={classes(styles.tile, styles.number)}>
        <span className={styles.title}>{title}</span>
        <span className={styles.value}>
          <Skeleton width={44} height={28} />
        </span>
      </div>
    );
  const value = field === undefined ? (reply.total ?? 0) : (reply.sum ?? null);
  return (
    <Link className={classes(styles.tile, styles.number)} to={reply.to}>
      <span className={styles.title}>{title}</span>
      <span className={classes(styles.value, value === 0 && styles.none)}>
        {field === undefined ? formatNumber(value ?? 0) : write(field, value)}
      </span>
    </Link>
  );
}
