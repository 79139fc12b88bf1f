import styles from "./Brand.module.css";

/** The mark, 競 as in 競り: to vie at an auction. */
export const Brand = ({ isShort = false }: { isShort?: boolean }) => (
  <span className={styles.brand}>
    <span className={styles.mark} lang="ja" aria-hidden="true">
      競
    </span>
    {!isShort && <span>Seriba</span>}
  </span>
);
