import { useT } from "../providers/i18n/useT";
import styles from "./Facts.module.css";

type FactsProps = {
  title: string;
  /** Label and value; null and "" are said to be missing. */
  facts: readonly (readonly [label: string, value: string | null])[];
};

/** Labels and values under one heading, to be read only. */
export function Facts({ title, facts }: FactsProps) {
  const t = useT();
  return (
    <section className={styles.box}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.list}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd className={value ? undefined : styles.missing}>
              {value || t("profile.missing")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
