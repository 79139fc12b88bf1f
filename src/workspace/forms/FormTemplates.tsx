import type {
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
} from "@rjsf/utils";
import { fieldType } from "../../../domain/resource";
import { sectionsOf } from "../sections";
import { useSectionTitle } from "../useLabels";
import type { BodyField } from "./formValues";
import type { FormContext } from "./ValueField";
import styles from "./forms.module.css";

/** A field draws its label and its error itself. */
export const FieldTemplate = ({
  hidden,
  children,
}: FieldTemplateProps<unknown, RJSFSchema, FormContext>) =>
  hidden ? null : children;

/**
 * The fields of an object by section, two a line on wide screens. Long texts
 * take a whole line, except the two languages of one text.
 */
export function ObjectTemplate({
  properties,
  schema,
  registry,
  title,
  fieldPathId: { path },
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const sectionTitle = useSectionTitle(registry.formContext.row);
  const fields = (schema.properties ?? {}) as Record<string, BodyField>;
  const sections = sectionsOf({ properties: fields });
  const isRoot = path.length === 0;
  return sections.map(({ id, fields: names }) => {
    const content = (
      <div className={styles.grid}>
        {properties
          .filter(({ name, hidden }) => names.includes(name) && !hidden)
          .map(({ name, content: field }) => (
            <div key={name} className={styles[placeOf(name, fields)]}>
              {field}
            </div>
          ))}
      </div>
    );
    const heading = isRoot ? sectionTitle(id) : title;
    return isRoot && sections.length === 1 ? (
      <div key="">{content}</div>
    ) : (
      <fieldset key={id ?? ""} className={styles.section}>
        <legend className={styles.legend}>{heading}</legend>
        {content}
      </fieldset>
    );
  });
}

/** From this `maxLength` on, a text takes a whole line. */
const longText = 200;

function placeOf(
  name: string,
  fields: Readonly<Record<string, BodyField>>,
): "first" | "second" | "wide" | "half" {
  const [, base = "", language] = /^(.+)(En|Ru)$/.exec(name) ?? [];
  const other = language === "En" ? `${base}Ru` : `${base}En`;
  if (language && fields[other]) return language === "En" ? "first" : "second";
  const field = fields[name] ?? {};
  const isLong = (field.maxLength ?? 0) >= longText && !field.format;
  const isGroup = ["array", "object"].includes(fieldType(field));
  return isLong || isGroup ? "wide" : "half";
}
