import type { ReactNode } from "react";
import { isFileField } from "../../../domain/fileField";
import type { RowSchema } from "../../../domain/resource";
import { namedIds, namesOf } from "../../../domain/recordReference";
import { isShown } from "../../../domain/condition/shownFields";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { ClampedText } from "../../ui/ClampedText";
import { FactList } from "../../ui/FactList";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { Reference } from "../cells/Reference";
import { noValue, useFieldText } from "../fieldText";
import { isNote, type Section } from "../sections";
import { Toned } from "../cells/ToneCell";
import { useFieldLabel, useSectionTitle } from "../useLabels";
import { isWebAddress } from "../webAddress";
import { FileLinks } from "./FileLinks";
import styles from "./detail.module.css";

/** Longer texts take a whole line. */
const shortText = 30;

/**
 * The values of a row by section, without fields that its form does not show and those in
 * `without`, each with its label, unit or choice. The name of another record opens its facts.
 */
export function RowFacts({
  schema,
  row,
  sections,
  without = [],
}: {
  schema: RowSchema;
  row: Row;
  sections: readonly Section[];
  without?: readonly string[];
}) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const title = useSectionTitle(schema.$id);
  const references = new Map(
    namesOf(schema).map(({ field, reference }) => [field, reference]),
  );
  const ids = namedIds(schema);
  const isPresent = (name: string) =>
    isShown(references.get(name)?.field ?? name, schema.properties, row) &&
    !ids.includes(name) &&
    !without.includes(name);
  const shown = sections
    .map(({ id, fields }) => ({ id, fields: fields.filter(isPresent) }))
    .filter(({ fields }) => fields.length > 0);
  return shown.map(({ id, fields }) => (
    <Box key={id ?? ""} title={title(id)}>
      <div className={styles.facts}>
        <FactList
          layout="grid"
          facts={fields.map((name) => {
            const text = write(name, row[name]);
            const field = schema.properties[name];
            const isLink = field?.["x-shown"] === "link";
            const { list, field: by } = references.get(name) ?? {};
            const value = (
              <span className={styles.value}>
                <Toned field={field} value={row[name]} text={text} />
              </span>
            );
            return {
              label: label(name),
              value:
                by !== undefined && list !== undefined ? (
                  <Reference row={row} refersTo={{ list, by }} name={text} />
                ) : isFileField(field) && text !== noValue ? (
                  <FileLinks value={row[name]} />
                ) : isNote(field) ? (
                  <ClampedText text={text} />
                ) : isLink ? (
                  <ValueLink address={row[name]} otherwise={value} />
                ) : (
                  value
                ),
              isWide:
                (isFileField(field) && text !== noValue) ||
                (text.length > shortText && !isLink),
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
