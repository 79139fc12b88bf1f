import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import styles from "./Gallery.module.css";

type TurnButtonProps = { by: -1 | 1; move: (by: number) => void };

/** The button for the next or previous photo. */
export function TurnButton({ by, move }: TurnButtonProps) {
  const t = useT();
  const isNext = by === 1;
  const label = t(isNext ? "lot.gallery.next" : "lot.gallery.previous");
  return (
    <button
      type="button"
      className={classes(styles.turn, isNext ? styles.next : styles.previous)}
      aria-label={label}
      title={label}
      onClick={() => {
        move(by);
      }}
    >
      <Icon name={isNext ? "chevronRight" : "chevronLeft"} size={20} />
    </button>
  );
}
