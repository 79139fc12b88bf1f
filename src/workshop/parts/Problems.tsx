import type { Problem } from "../document/types";
import styles from "./parts.module.css";

/** What is wrong: the file, the place in it, and why. */
export const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <ul className={styles.lines}>
    {problems.map(({ file, pointer, reason }) => (
      <li key={`${file} ${pointer} ${reason}`}>
        <code className={styles.place}>
          {file}
          {pointer}
        </code>{" "}
        {reason}
      </li>
    ))}
  </ul>
);
