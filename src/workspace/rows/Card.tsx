import { RowLink, RowLinkProvider, type RowLinkTarget } from "../cells/RowLink";
import { RowPhoto } from "../cells/RowPhoto";
import type { Row } from "../../providers/dataProvider";
import { missing, useFieldText } from "../useFieldText";
import type { CardPlan } from "./cardOf";
import { useCardText } from "./useCardText";
import styles from "./CardList.module.css";

/** Longer facts than this may break, or they would leave the card. */
const longestUnbroken = 24;

/** A line breaks between facts, not within one. */
const unbroken = (words: string) =>
  words.length > longestUnbroken ? words : words.replaceAll(" ", "\u00a0");

/** One row as a card, in the places that the declaration gives its fields. */
export function Card({
  plan,
  row,
  target,
}: {
  plan: CardPlan;
  row: Row;
  target: RowLinkTarget | null;
}) {
  const write = useFieldText();
  const tell = useCardText(plan.schema);
  const words = (names: readonly string[]) =>
    names.flatMap((name) => tell(name, row[name]) ?? []);
  const title = plan.title
    .map((name) => write(name, row[name]))
    .filter((word) => word !== missing);
  const [details = [], ...notes] = plan.lines;
  const show = (shown: CardPlan["status"]) =>
    shown && (
      <shown.Cell row={row} schema={plan.schema} fields={shown.fields} />
    );
  return (
    <>
      <div className={styles.photo}>
        {plan.photos && <RowPhoto photos={row[plan.photos]} />}
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <span className={styles.title}>
            <RowLinkProvider value={target}>
              <RowLink>{title.join(" ") || missing}</RowLink>
            </RowLinkProvider>
          </span>
          {show(plan.badge)}
        </div>
        <div className={styles.details}>
          {words(details).map((word, place) => (
            <span key={place}>{word}</span>
          ))}
        </div>
        {notes.map((names) => (
          <div key={names.join()} className={styles.note}>
            {words(names).map(unbroken).join(" · ")}
          </div>
        ))}
        <div className={styles.bottom}>
          {plan.price && (
            <span className={styles.price}>
              {write(plan.price, row[plan.price])}
            </span>
          )}
          {show(plan.status)}
        </div>
      </div>
    </>
  );
}
