import type { ReactNode } from "react";
import type { RowSchema } from "../../../domain/resource";
import { isShown } from "../../../domain/condition/shownFields";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { ClampedText } from "../../ui/ClampedText";
import { FactList } from "../../ui/FactList";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useFieldText } from "../fieldText";
import { isNote, type Section } from "../sections";
import { useFieldLabel, useSectionTitle } from "../useLabels";
import { isWebAddress } from "../webAddress";
import styles from "./detail.module.css";

/** Longer texts take a whole line. */
const shortText = 30;

/**
 * The values of a row by section, without fields that its form does not show, each with its label,
 * unit or choice.
 */
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
  const isPresent = (name: string) => isShown(name, schema.properties, row);
  return sections.map(({ id, fields }) => (
    <Box key={id ?? ""} title={title(id)}>
      <div className={styles.facts}>
        <FactList
          layout="grid"
          facts={fields.filter(isPresent).map((name) => {
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

/** An address as a link that opens in a new tab; other texts stay texts. */
function ValueLink({
  address,
  otherwise,
}: {
  address: unknown;
  otherwise: ReactNode;
}) {
  const t = useT();
  if (typeof address !== "string" || !isWebAddress(address)) return otherwise;
  return (
    <a
      className={styles.link}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {new URL(address).host}
      <VisuallyHidden>{t("row.newTab")}</VisuallyHidden>
    </a>
  );
}
