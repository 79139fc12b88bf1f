import { Suspense, useId, useRef, useState } from "react";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  type Filter,
  type RowSchema,
  filterId,
} from "../../../domain/resource";
import type { FilterOption } from "../../providers/dataProvider";
import { DialogFailure } from "../../ui/DialogFailure";
import { Icon } from "../../ui/Icon";
import { classes } from "../../ui/classes";
import { preloadable } from "../../ui/preloadable";
import { useListFacets, useListing } from "../listing/ListingContext";
import type { Facets } from "../listing/useFacets";
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
  const { row } = useListing();
  const facets = useListFacets();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const options = optionsOf({ row, filter, facets });
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

/** Returns the options of a filter from its facet, else from its schema. */
function optionsOf({
  row,
  filter,
  facets,
}: {
  row: RowSchema;
  filter: Filter;
  facets: Facets;
}): FilterOption[] | undefined {
  const facet = facets.of(filterId(filter));
  return Array.isArray(facet) ? facet : enumOptions(row, filter);
}

function enumOptions(
  row: RowSchema,
  filter: Filter,
): FilterOption[] | undefined {
  const field = row.properties[filter.field];
  if (!field) return undefined;
  const kind = filterKind(field, filter);
  if (kind.kind !== "choices" || kind.of !== "enum") return undefined;
  const groups = Object.keys(field["x-groups"] ?? {});
  return [...(field.enum ?? []), ...groups]
    .filter((value) => value !== null && value !== "")
    .map((value) => ({ value: String(value), label: String(value) }));
}
