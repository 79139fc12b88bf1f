import styles from "./KeyList.module.css";

/** Keys, separated by spaces or `+`, and what they do. */
export type KeyEntry = { keys: string; text: string };

/** A section of a sheet of keyboard shortcuts; nothing without an entry. */
export function KeyList({
  title,
  entries,
}: {
  title: string;
  entries: readonly KeyEntry[];
}) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.keys}>
        {entries.map(({ keys, text }) => (
          <div key={keys}>
            <dt>
              {keys.split(/[ +]/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
