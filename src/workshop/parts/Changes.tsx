import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { stepsOf } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import type { Change, Problem } from "../document/draft";
import { keyText, metaSchema, shapesOf } from "../form/uiSchema";
import styles from "./parts.module.css";

/** Longer values are cut; the JSON tab shows them in full. */
const maxLength = 60;

/** Lists changes, one per line. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const changeText = useChangeText();
  return (
    <ul className={styles.lines}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.pointer}`}>{changeText(change)}</li>
      ))}
    </ul>
  );
}

const isLanguage = (step: string | undefined): step is "en" | "ru" =>
  step === "en" || step === "ru";

/**
 * Returns the name of a part by its pointer.
 * @example partText("/columns/price/width") // "Columns › price › Width, px"
 */
export function usePartText(): (pointer: string) => string {
  const t = useT();
  const translate = useTranslate();
  const word = (path: readonly string[]) => {
    const text = keyText(path, translate);
    // Only the difference of a whole list names keys without an input.
    return path.length === 1
      ? translate(`workshop.newList.keys.${text}`, { _: text })
      : text;
  };
  return (pointer) => {
    const steps = stepsOf(pointer);
    const [list = "", first, ...rest] = steps;
    if (list === "labels" && isLanguage(first))
      return t("workshop.change.label", {
        part: rest.join("."),
        language: t(`workshop.languages.${first}`),
      });
    if (list === "unique") return t("workshop.newField.uniqueFields");
    if (list === "fields" && first !== undefined && rest[0] === "labels")
      return [word([list]), first, t("workshop.form.labels")].join(" › ");
    if (list === "fields" && first !== undefined)
      return [word([list]), first, ...rest.slice(1)].join(" › ");
    return namesAlong(steps, word).join(" › ");
  };
}

/**
 * Returns the texts of the keys along a pointer. The steps after a list are keys of
 * entries, which are not translated.
 */
function namesAlong(
  steps: readonly string[],
  word: (path: readonly string[]) => string,
): string[] {
  let shapes = shapesOf(metaSchema);
  const path: string[] = [];
  return steps.map((step) => {
    const items = shapes.flatMap((shape) => shape.items ?? []);
    if (items.length > 0) {
      shapes = items.flatMap(shapesOf);
      return step;
    }
    shapes = shapes.flatMap(({ properties }) => {
      const part =
        properties && Object.hasOwn(properties, step)
          ? properties[step]
          : undefined;
      return part ? shapesOf(part) : [];
    });
    path.push(step);
    return word(path);
  });
}

/** Returns the text of a change. */
function useChangeText(): (change: Change) => string {
  const t = useT();
  const partText = usePartText();
  const valueText = useValueText();
  return ({ pointer, kind, before, after }) => {
    const part = partText(pointer);
    if (kind !== "set") return t(`workshop.change.${kind}`, { part });
    return t("workshop.change.set", {
      part,
      before: valueText(before),
      after: valueText(after),
    });
  };
}

/** Returns the text of a value, shortened. */
export function useValueText(): (value: unknown) => string {
  const t = useT();
  return (value) => {
    if (value === undefined) return t("workshop.change.missing");
    if (value === null || value === "") return t("workshop.change.empty");
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  };
}

/** A part of a panel with a heading. */
export const Group = ({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) => (
  <section className={styles.group} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

type RevealOf = (problem: Problem) => (() => void) | null;

/** Lists the errors, then the warnings, each group with its number. */
export function ProblemGroups({
  revealOf,
  ...groups
}: {
  errors: readonly Problem[];
  warnings: readonly Problem[];
  revealOf?: RevealOf;
}) {
  const t = useT();
  return (["errors", "warnings"] as const).map((kind) => {
    const { [kind]: problems } = groups;
    if (problems.length === 0) return null;
    const title = t(`workshop.problems.${kind}`, {
      smart_count: problems.length,
    });
    return (
      <Group key={kind} title={title}>
        {kind === "warnings" && <p>{t("workshop.problems.warningsText")}</p>}
        <Problems problems={problems} revealOf={revealOf} />
      </Group>
    );
  });
}

/** Lists problems with their places. A link leads to the place if it is known. */
export function Problems({
  problems,
  revealOf,
}: {
  problems: readonly Problem[];
  revealOf?: RevealOf | undefined;
}) {
  const t = useT();
  return (
    <ul className={styles.lines}>
      {problems.map((problem) => {
        const { file, pointer, reason } = problem;
        const reveal = revealOf?.(problem);
        return (
          <li key={`${file} ${pointer} ${reason}`}>
            <code className={styles.place}>
              {file}
              {pointer}
            </code>{" "}
            {reason}{" "}
            {reveal && (
              <button type="button" className={styles.link} onClick={reveal}>
                {t("workshop.problems.show")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
