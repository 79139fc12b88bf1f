import { useNotify } from "ra-core";
import { useSyncExternalStore } from "react";
import { mostCompared } from "../../../domain/comparison";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import {
  comparedRows,
  isSameRow,
  toggleCompared,
  type ChosenRow,
} from "./comparedRows";
import styles from "./CompareToggle.module.css";

/** Returns whether a row is chosen, and a function that chooses it or not. */
export function useCompareChoice(
  row: ChosenRow,
): [isChosen: boolean, toggle: () => void] {
  const t = useT();
  const notify = useNotify();
  const isChosen = useSyncExternalStore(comparedRows.subscribe, () =>
    comparedRows.get().some((other) => isSameRow(other, row)),
  );
  return [
    isChosen,
    () => {
      if (!toggleCompared(row))
        notify(t("compare.full", { count: mostCompared }), { type: "warning" });
    },
  ];
}

/** A small button of a row, which adds the row to the comparison. */
export function CompareToggle({
  row,
  tabIndex,
  isOnPhoto,
}: {
  row: ChosenRow;
  tabIndex?: number | undefined;
  isOnPhoto: boolean;
}) {
  const t = useT();
  const [isChosen, toggle] = useCompareChoice(row);
  return (
    <IconButton
      icon="compare"
      className={classes(
        isOnPhoto && styles.onPhoto,
        isChosen && styles.chosen,
      )}
      label={t(isChosen ? "compare.remove" : "compare.add", {
        name: row.title,
      })}
      aria-pressed={isChosen}
      tabIndex={tabIndex}
      onClick={toggle}
    />
  );
}
