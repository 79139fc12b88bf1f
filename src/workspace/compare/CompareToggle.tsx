import { useNotify } from "ra-core";
import { useSyncExternalStore } from "react";
import { mostCompared } from "../../../domain/comparison";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import {
  comparedLots,
  isSameLot,
  toggleCompared,
  type ChosenLot,
} from "./comparedLots";
import styles from "./CompareToggle.module.css";

/** Returns whether a lot is chosen, and a function that chooses it or not. */
function useChoice(lot: ChosenLot): [isChosen: boolean, toggle: () => void] {
  const t = useT();
  const notify = useNotify();
  const isChosen = useSyncExternalStore(comparedLots.subscribe, () =>
    comparedLots.get().some((other) => isSameLot(other, lot)),
  );
  return [
    isChosen,
    () => {
      if (!toggleCompared(lot))
        notify(t("compare.full", { count: mostCompared }), { type: "warning" });
    },
  ];
}

/** A small button of a row, which adds the row to the comparison. */
export function CompareToggle({
  lot,
  tabIndex,
  isOnPhoto,
}: {
  lot: ChosenLot;
  tabIndex?: number | undefined;
  isOnPhoto: boolean;
}) {
  const t = useT();
  const [isChosen, toggle] = useChoice(lot);
  return (
    <IconButton
      icon="compare"
      className={classes(
        isOnPhoto && styles.onPhoto,
        isChosen && styles.chosen,
      )}
      label={t(isChosen ? "compare.remove" : "compare.add", {
        name: lot.title,
      })}
      aria-pressed={isChosen}
      tabIndex={tabIndex}
      onClick={toggle}
    />
  );
}

/** The button of a lot's page that adds the lot to the comparison. */
export function CompareButton({ lot }: { lot: ChosenLot }) {
  const t = useT();
  const [isChosen, toggle] = useChoice(lot);
  return (
    <Button aria-pressed={isChosen} onClick={toggle}>
      <Icon name={isChosen ? "check" : "compare"} size={16} />
      {t(isChosen ? "compare.added_lot" : "compare.add_lot")}
    </Button>
  );
}
