import { Suspense, useId, useRef, useState } from "react";
import { DialogFailure } from "../../ui/DialogFailure";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import { preloadable } from "../../ui/preloadable";
import { useOptionLabel } from "../listing/useFilterTexts";
import type { ControlProps } from "../registry/areaModule";
import styles from "./controls.module.css";

const [SelectPopup, preload] = preloadable(
  () => import("./SelectPopup"),
  DialogFailure,
);

/** A button with the selected values that opens all options with their counts. */
export function SelectControl(props: ControlProps) {
  const { filter, label, value, isDisabled, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const labelOf = useOptionLabel();
  const chosen = value?.kind === "choices" ? value.values : [];
  const names = new Set(chosen.map((choice) => labelOf(filter, choice)));
  const choices = [...names].join(", ");
  // Numbers alone would not tell which filter this is.
  const text =
    choices === "" || /\p{L}/u.test(choices) ? choices : `${label} ${choices}`;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.box}
        aria-label={
          !choices || choices.startsWith(`${label}: `)
            ? choices || label
            : `${label}: ${choices}`
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={isDisabled}
        onPointerEnter={() => void preload()}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <span className={classes(styles.value, text && styles.chosen)}>
          {text || label}
        </span>
        <Icon name="chevronDown" size={16} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SelectPopup
            id={id}
            anchor={anchor}
            filter={filter}
            label={label}
            chosen={chosen}
            onChange={(values) => {
              onChange(
                values.length > 0 ? { kind: "choices", values } : undefined,
              );
            }}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
