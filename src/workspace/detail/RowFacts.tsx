import type { RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { Box } from "../../ui/Box";
import { ClampedText } from "../../ui/ClampedText";
import { FactList } from "../../ui/FactList";
import { useFieldText } from "../fieldText";
import { isNote, type Section } from "../sections";
import { useFieldLabel, useSectionTitle } from "../useLabels";
import { ValueLink } from "./ValueLink";
import styles from "./detail.module.css";

/** Longer texts take a whole line. */
const shortText = 30;

/** The values of a row by section, each with its label, unit or choice. */
export function RowFacts({
  schema,
  row,
  sections,
}: {
  schema: RowSchema;
  row: Row;
  sections: readonly Section[];
}) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const title = useSectionTitle(schema.$id);
  return sections.map(({ id, fields }) => (
    <Box key={id ?? ""} title={title(id)}>
      <div className={styles.facts}>
        <FactList
          layout="grid"
          facts={fields.map((name) => {
            const text = write(name, row[name]);
            const field = schema.properties[name];
            const isLink = field?.["x-shown"] === "link";
            const value = <span className={styles.value}>{text}</span>;
            return {
              label: label(name),
              value: isNote(field) ? (
                <ClampedText text={text} />
              ) : isLink ? (
                <ValueLink address={row[name]} otherwise={value} />
              ) : (
                value
              ),
              isWide: text.length > shortText && !isLink,
            };
          })}
        />
      </div>
    </Box>
  ));
}
