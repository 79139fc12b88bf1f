import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import styles from "./Actions.module.css";

/** A toast about a change, with a button that takes the change back once. */
export function UndoMessage({
  text,
  onUndo,
}: {
  text: string;
  onUndo: () => void;
}) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  return (
    <span className={styles.toast}>
      {text}
      <Button
        kind="ghost"
        disabled={isDone}
        onClick={() => {
          setDone(true);
          onUndo();
        }}
      >
        {t("actions.undo")}
      </Button>
    </span>
  );
}
