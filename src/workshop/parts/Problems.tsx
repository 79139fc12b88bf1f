import type { ReactNode } from "react";
import { useT } from "../../providers/i18n/useT";
import type { Problem } from "../document/types";
import styles from "./parts.module.css";

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
