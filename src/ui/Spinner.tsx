import styles from "./Spinner.module.css";

/** A decorative activity indicator for use beside a text. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <span
      className={styles.spinner}
      style={{ width: size, height: size }}
      aria-hidden="true"
    />
  );
}
