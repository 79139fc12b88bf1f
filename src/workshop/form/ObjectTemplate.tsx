import type { ObjectFieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { ReactNode } from "react";
import type { Declaration } from "../document/draft";
import { partId } from "../WorkshopContext";
import type { FormContext } from "./uiSchema";
import styles from "./form.module.css";

type ObjectProps = ObjectFieldTemplateProps<
  Declaration,
  RJSFSchema,
  FormContext
>;

/**
 * The properties of an object. An object within another can be folded, except
 * an entry of a list, which `ListItem` folds.
 */
export function ObjectTemplate({
  title,
  properties,
  fieldPathId: { path },
  schema,
  registry,
}: ObjectProps) {
  const content = (
    <div className={styles.parts}>
      {properties
        .filter(({ hidden }) => !hidden)
        .map(({ name, content: part }) => (
          <div key={name} className={classOf(schema.properties?.[name])}>
            {part}
          </div>
        ))}
    </div>
  );
  if (!title || typeof path.at(-1) === "number") return content;
  return (
    <Fold path={path} title={title} context={registry.formContext}>
      {content}
    </Fold>
  );
}

/**
 * A titled part that can be folded; the form remembers whether it is open. A
 * folded part is not rendered, because a form has hundreds of inputs.
 */
export function Fold({
  path,
  title,
  context,
  children,
}: {
  path: readonly (string | number)[];
  title: ReactNode;
  context: FormContext;
  children: ReactNode;
}) {
  const { declaration, openParts, onToggle } = context;
  const id = partId(declaration, path);
  const isOpen = openParts.has(id);
  return (
    <details
      className={path.length === 1 ? styles.section : styles.inner}
      data-part={path.join("/")}
      open={isOpen}
      onToggle={(event) => {
        // Toggle events of folds within this one arrive here, too.
        const { currentTarget, target } = event;
        if (target === currentTarget && currentTarget.open !== isOpen)
          onToggle(id, currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      {isOpen && <div className={styles.content}>{children}</div>}
    </details>
  );
}

/** Lists and objects take the full width, other values share a line. */
const classOf = (part: RJSFSchema | boolean | undefined) =>
  typeof part === "object" && (part.properties || part.items || part.$ref)
    ? styles.wide
    : styles.narrow;
