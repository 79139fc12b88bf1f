import { useT } from "../../providers/i18n/useT";
import type { Problem } from "../document/types";
import styles from "./parts.module.css";

/** Lists problems with their places. A link leads to the place if it is known. */
export function Problems({
  problems,
  revealOf,
}: {
  problems: readonly Problem[];
  revealOf?: (problem: Problem) => (() => void) | null;
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
