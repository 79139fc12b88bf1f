import { VisuallyHidden } from "../../ui/VisuallyHidden";
import {
  noValue,
  useFieldText,
  useKnownTexts,
} from "../../workspace/fieldText";
import type { CellProps } from "../../workspace/registry/areaModule";
import { useFieldLabel } from "../../workspace/useLabels";
import cellStyles from "../../workspace/cells/cells.module.css";
import styles from "./cells.module.css";

/**
 * The numbers of a row side by side, each named on hover and to screen readers,
 * and the other fields below them. A row without any number shows no value.
 */
export function ScoresCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const label = useFieldLabel(schema);
  const isScore = (name: string) =>
    [schema.properties[name]?.type].flat().includes("number");
  const scores = fields.filter(isScore);
  const isScored = scores.some((name) => typeof row[name] === "number");
  const details = knownTexts(
    row,
    fields.filter((name) => !isScore(name)),
  ).join(" · ");
  return (
    <>
      {isScored ? (
        <div className={styles.scores}>
          {scores.map((name) => (
            <span key={name} title={label(name)}>
              <VisuallyHidden>{label(name)}</VisuallyHidden>{" "}
              {write(name, row[name])}
            </span>
          ))}
        </div>
      ) : (
        noValue
      )}
      {details !== "" && (
        <div className={cellStyles.details} title={details}>
          {details}
        </div>
      )}
    </>
  );
}
