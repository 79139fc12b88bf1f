import { useTranslate } from "ra-core";
import type { RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { FactList } from "../../ui/FactList";
import { readableKey } from "../../ui/readable";
import { useFieldText } from "../useFieldText";
import { useFieldLabel } from "../useLabels";
import type { Section } from "./sections";
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
  const title = useSectionTitle(schema);
  return sections.map(({ id, fields }) => (
    <Box key={id ?? ""} title={title(id)}>
      <div className={styles.facts}>
        <FactList
          layout="grid"
          facts={fields.map((name) => {
            const text = write(name, row[name]);
            return {
              label: label(name),
              value: <span className={styles.value}>{text}</span>,
              isWide: text.length > shortText,
            };
          })}
        />
      </div>
    </Box>
  ));
}

/** Returns the headings of sections, from the locale or the section's id. */
export function useSectionTitle(
  schema: RowSchema,
): (id: string | undefined) => string {
  const t = useT();
  const translate = useTranslate();
  return (id) =>
    id === undefined
      ? t("row.details")
      : translate(`sections.${schema.$id}.${id}`, { _: readableKey(id) });
}
