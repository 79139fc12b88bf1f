import type { Change } from "../document/types";
import { useChangeText } from "./useChangeText";
import styles from "./parts.module.css";

/** What differs, one part a line. */
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
