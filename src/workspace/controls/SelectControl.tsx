import { Suspense, useId, useRef, useState } from "react";
import { filterId } from "../../../domain/resource";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { useListFacets, useListing } from "../listing/ListingContext";
import { optionsOf } from "../listing/useFacets";
import { useOptionLabel } from "../listing/useOptionLabel";
import type { ControlProps } from "../registry/controls";
import styles from "./controls.module.css";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable } from "../../ui/preloadable";

const [SelectPopup, preload] = preloadable(
  () => import("./SelectPopup"),
  DialogFailure,
);

/** A button with the selected values that opens all options with their counts. */
export function SelectControl(props: ControlProps) {
  const { filter, label, value, isDisabled, onChange } = props;
  const { row } = useListing();
  const facets = useListFacets();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const options = optionsOf({ row, filter, facets });
  const labelOf = useOptionLabel();
  const chosen = value?.kind === "choices" ? value.values : [];
  const choices = chosen.map((choice) => labelOf(filter, choice)).join(", ");
  // Numbers alone would not tell which filter this is.
  const text =
    choices === "" || /\p{L}/u.test(choices) ? choices : `${label} ${choices}`;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.box}
        aria-label={choices ? `${label}: ${choices}` : label}
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
            options={options}
            isLoading={facets.isLoading}
            failure={facets.failureOf(filterId(filter))}
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
