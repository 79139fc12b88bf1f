import styles from "./Brand.module.css";

/** The logo: 競, as in 競り (auction), and the name. */
export const Brand = ({ isShort = false }: { isShort?: boolean }) => (
  <span className={styles.brand}>
    <span className={styles.mark} lang="ja" aria-hidden="true">
      競
    </span>
    {!isShort && <span>Seriba</span>}
  </span>
);
