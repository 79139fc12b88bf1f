import { RowLink, RowLinkProvider, type RowLinkTarget } from "../cells/RowLink";
import { RowPhoto } from "../cells/RowPhoto";
import type { Row } from "../../providers/dataProvider";
import { useListing } from "../list/ListingContext";
import { cellFor } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { cardOf } from "./cardOf";
import styles from "./CardList.module.css";

/** A line breaks between facts, not within one. */
const unbroken = (words: string) => words.replaceAll(" ", "\u00a0");

/** One row as a card, in the places that the declaration gives its fields. */
export function Card({
  row,
  target,
}: {
  row: Row;
  target: RowLinkTarget | null;
}) {
  const { resource, row: schema } = useListing();
  const text = useFieldText(schema);
  const card = cardOf(resource, schema);
  const words = (names: readonly string[]) =>
    names
      .map((name) => text(name, row[name]))
      .filter((word) => word !== missing);
  const [details = [], ...notes] = card.lines;
  const show = (fields: readonly string[], cell?: string) => {
    const { Cell } = cellFor(schema, { fields: [...fields], cell });
    return <Cell row={row} schema={schema} fields={fields} />;
  };
  return (
    <>
      <div className={styles.photo}>
        {card.photos && <RowPhoto photos={row[card.photos]} />}
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <span className={styles.title}>
            <RowLinkProvider value={target}>
              <RowLink>{words(card.title).join(" ") || missing}</RowLink>
            </RowLinkProvider>
          </span>
          {card.badge && show([card.badge])}
        </div>
        <div className={styles.details}>
          {words(details).map((word) => (
            <span key={word}>{word}</span>
          ))}
        </div>
        {notes.map((names) => (
          <div key={names.join()} className={styles.note}>
            {words(names).map(unbroken).join(" · ")}
          </div>
        ))}
        <div className={styles.bottom}>
          {card.price && (
            <span className={styles.price}>
              {text(card.price, row[card.price])}
            </span>
          )}
          {card.status && show(card.status.fields, card.status.cell)}
        </div>
      </div>
    </>
  );
}
