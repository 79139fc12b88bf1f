import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { stepsOf } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import type { Change, Problem } from "../document/draft";
import { keyText } from "../form/uiSchema";
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
  const word = (path: readonly string[]) => keyText(path, translate);
  return (pointer) => {
    const [list = "", first, ...rest] = stepsOf(pointer);
    if (list === "labels" && isLanguage(first))
      return t("workshop.change.label", {
        part: rest.join("."),
        language: t(`workshop.languages.${first}`),
      });
    // The step after a list is the key of an entry, which is not translated.
    const names = rest.map((_step, index) =>
      word([list, ...rest.slice(0, index + 1)]),
    );
    return [word([list]), ...[first ?? []].flat(), ...names].join(" › ");
  };
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
