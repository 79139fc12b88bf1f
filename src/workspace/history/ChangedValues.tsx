import type { RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import styles from "./RowHistory.module.css";

/** The fields of a row that differ, each with its value before and after. */
export function ChangedValues({
  schema,
  before,
  after,
}: {
  schema: RowSchema;
  before: Row;
  after: Row;
}) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const changed = Object.keys(schema.properties).filter(
    (name) =>
      JSON.stringify(before[name] ?? null) !==
      JSON.stringify(after[name] ?? null),
  );
  return (
    <dl className={styles.values}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{label(name)}</dt>
          <dd>
            <del>{write(name, before[name])}</del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>{write(name, after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
