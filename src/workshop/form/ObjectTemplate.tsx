import type { ObjectFieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { ReactNode } from "react";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";

import styles from "./form.module.css";

type ObjectProps = ObjectFieldTemplateProps<
  Declaration,
  RJSFSchema,
  FormContext
>;

/** The parts of a part; one within another is opened when it is wanted. */
export function ObjectTemplate({
  title,
  properties,
  fieldPathId,
  schema,
}: ObjectProps) {
  const isSection =
    fieldPathId.path.length === 1 && typeof fieldPathId.path[0] === "string";
  const shown = properties.filter(({ hidden }) => !hidden);
  const content = (
    <div className={styles.parts}>
      {shown.map(({ name, content: part }) => (
        <div key={name} className={classOf(schema.properties?.[name])}>
          {part}
        </div>
      ))}
    </div>
  );
  if (!title) return content;
  return isSection ? (
    <Section title={title}>{content}</Section>
  ) : (
    <details className={styles.inner}>
      <summary>{title}</summary>
      {content}
    </details>
  );
}

export function Section({
  title,
  isOpen = false,
  children,
}: {
  title: ReactNode;
  /** Open from the first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.section} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** Words and numbers stand side by side, lists and parts below each other. */
const classOf = (part: RJSFSchema | boolean | undefined) =>
  typeof part === "object" && (part.properties || part.items || part.$ref)
    ? styles.wide
    : styles.narrow;
