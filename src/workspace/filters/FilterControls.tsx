import { filterId, type Filter } from "../../../domain/resource";
import { useListing } from "../list/ListingContext";
import { controlFor, type ControlPart } from "../registry/controls";
import styles from "./FilterPanel.module.css";

/** The controls of some filters that stand in the same place. */
export function FilterControls({
  filters,
  place,
}: {
  filters: readonly Filter[];
  place: "row" | "grid";
}) {
  const { row, labels, draft } = useListing();
  return filters.map((filter) => {
    const field = row.properties[filter.field];
    if (!field) return null;
    const { Control, wait, place: wish } = controlFor(field, filter);
    if ((wish === "row") !== (place === "row")) return null;
    const id = filterId(filter);
    return (
      <div key={id} className={placeClass(wish)}>
        <Control
          filter={filter}
          field={field}
          label={labels.filter(filter)}
          value={draft.choice.filters[id]}
          onChange={(value) => {
            draft.choose(id, value, wait);
          }}
        />
      </div>
    );
  });
}

const placeClass = (place: ControlPart["place"]) =>
  ({ row: styles.row, 1: styles.one, 2: styles.two })[place];
