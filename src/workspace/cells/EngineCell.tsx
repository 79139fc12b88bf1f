import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { colorSwatch } from "./colorSwatch";
import { TwoLines } from "./TwoLines";
import styles from "./cells.module.css";

/** Engine and gearbox, and below the colour with a spot of it. */
export function EngineCell({ row, schema, fields }: CellProps) {
  const text = useFieldText();
  const isColor = (name: string) =>
    schema.properties[name]?.["x-dictionary"] === "color";
  const first = fields
    .filter((name) => !isColor(name))
    .map((name) => text(name, row[name]))
    .filter((word) => word !== missing);
  const colors = fields.filter((name) => isColor(name) && row[name]);
  return (
    <TwoLines
      first={
        <span className={styles.plain}>{first.join(" · ") || missing}</span>
      }
      second={colors.map((name) => (
        <ColorName key={name} name={text(name, row[name])} />
      ))}
    />
  );
}

function ColorName({ name }: { name: string }) {
  const swatch = colorSwatch(name);
  return (
    <>
      {swatch ? (
        <i
          className={styles.swatch}
          style={{ background: swatch }}
          aria-hidden="true"
        />
      ) : null}
      {name}
    </>
  );
}
