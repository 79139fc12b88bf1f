import { formatNumber } from "../../../domain/money";
import { filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { useFlagText } from "../fieldText";
import { useListFacets } from "../listing/ListingContext";
import type { ControlProps } from "../registry/areaModule";
import styles from "./controls.module.css";

/** A yes-no filter: rows where the flag is true, rows where it is false, or all. */
export function FlagControl({ filter, label, value, onChange }: ControlProps) {
  const facets = useListFacets();
  const flagText = useFlagText();
  const t = useT();
  const chosen = value?.kind === "flag" ? value.value : undefined;
  /** The label of the option and its number of rows. */
  const hintOf = (flag: boolean) => {
    const counter = facets.countOf(filterId(filter), flag ? "1" : "0");
    return [
      flagText(filter.field, flag),
      counter === undefined ? null : formatNumber(counter),
    ]
      .filter((part) => part !== null)
      .join(": ");
  };
  return (
    <div
      className={classes(styles.box, styles.flag)}
      role="group"
      aria-label={label}
    >
      <span
        className={classes(styles.value, chosen !== undefined && styles.chosen)}
        title={label}
      >
        {label}
      </span>
      {[true, false].map((flag) => (
        <button
          key={String(flag)}
          type="button"
          className={styles.answer}
          aria-pressed={chosen === flag}
          title={hintOf(flag) || undefined}
          onClick={() => {
            onChange(
              chosen === flag ? undefined : { kind: "flag", value: flag },
            );
          }}
        >
          {t(flag ? "list.yes" : "list.no")}
        </button>
      ))}
    </div>
  );
}
