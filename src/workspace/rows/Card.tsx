import {
  fieldType,
  textSection,
  type RowSchema,
  type Column,
  type Resource,
} from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { ClampedText } from "../../ui/ClampedText";
import { classes } from "../../ui/classes";
import { RowPhoto } from "../cells/PhotoCell";
import { Reference } from "../cells/Reference";
import { Toned } from "../cells/ToneCell";
import {
  RowLink,
  RowLinkProvider,
  type RowLinkTarget,
} from "../cells/TextCell";
import { cellFor } from "./columns";
import {
  noValue,
  useFieldText,
  useKnownTexts,
  useFlagText,
} from "../fieldText";
import type { CellDefinition } from "../registry/cells";
import { isNote } from "../sections";
import { useFieldLabel } from "../useLabels";
import styles from "./CardList.module.css";

/** One row as a card. */
export function Card({
  layout,
  row,
  target,
  isFirst,
}: {
  layout: CardLayout;
  row: Row;
  target: RowLinkTarget | null;
  isFirst: boolean;
}) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const labelled = useLabelledText(layout.schema);
  const label = useFieldLabel(layout.schema);
  const amounts = layout.amounts.filter(
    (name) => write(name, row[name]) !== noValue,
  );
  const section = textSection(layout.schema, row);
  const textsOf = (names: readonly string[]) =>
    names.flatMap((name) => labelled(name, row[name]) ?? []);
  const [details = [], ...lines] = layout.lines;
  const draw = (cell: CardLayout["status"]) =>
    cell && (
      <div className={cell.className}>
        <cell.Cell row={row} schema={layout.schema} fields={cell.fields} />
      </div>
    );
  return (
    <>
      {layout.photos && (
        <div
          className={classes(styles.photo, layout.hasTwoPhotos && styles.two)}
        >
          <RowPhoto photos={row[layout.photos]} isFirst={isFirst} />
          {layout.hasTwoPhotos && (
            <RowPhoto photos={row[layout.photos]} position={1} />
          )}
        </div>
      )}
      <div className={styles.body}>
        <div className={styles.top}>
          <span className={styles.title}>
            <RowLinkProvider value={target}>
              <RowLink>
                {knownTexts(row, layout.title).join(" ") || noValue}
              </RowLink>
            </RowLinkProvider>
          </span>
          {draw(layout.badge)}
        </div>
        <div className={styles.details}>
          {details.map((name) => {
            const text = labelled(name, row[name]);
            const refersTo = layout.references.get(name);
            return (
              text !== null && (
                <span key={name}>
                  {refersTo ? (
                    <Reference row={row} refersTo={refersTo} name={text} />
                  ) : (
                    <Toned
                      field={layout.schema.properties[name]}
                      value={row[name]}
                      text={text}
                    />
                  )}
                </span>
              )
            );
          })}
        </div>
        {lines.map((names) => (
          <div key={names.join()} className={styles.line}>
            {textsOf(names).map(unbroken).join(" · ")}
          </div>
        ))}
        {layout.due && <div className={styles.due}>{draw(layout.due)}</div>}
        {textsOf(layout.notes).map((text, index) => (
          <div key={index} className={styles.note}>
            <ClampedText text={text} />
          </div>
        ))}
        <div className={styles.bottom}>
          {layout.price && (
            <span className={styles.price}>
              {write(layout.price, row[layout.price])}
            </span>
          )}
          {amounts.length > 0 && (
            <dl className={styles.amounts}>
              {amounts.map((name) => (
                <div key={name}>
                  <dt>{label(name, section)}</dt>
                  <dd className={styles.price}>{write(name, row[name])}</dd>
                </div>
              ))}
            </dl>
          )}
          {draw(layout.status)}
        </div>
      </div>
    </>
  );
}

/** Longer texts may wrap; otherwise they would overflow the card. */
const longestUnbroken = 24;

/** Keeps a short text on one line, so that lines break between texts. */
const unbroken = (text: string) =>
  text.length > longestUnbroken ? text : text.replaceAll(" ", "\u00a0");

/**
 * Returns a function that writes a field's value for a card, which has no
 * headings: true and short numbers come with the field's label. False and
 * missing values are not shown on cards and give null.
 */
function useLabelledText(
  schema: RowSchema,
): (name: string, value: unknown) => string | null {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const flagText = useFlagText();
  return (name, value) => {
    const text = write(name, value);
    if (text === noValue || text === "") return null;
    if (typeof value === "boolean") {
      return flagText(name, value) ?? (value ? label(name) : null);
    }
    return isShortNumber(schema, name, text) ? `${label(name)} ${text}` : text;
  };
}

/** Whether a text is a number without a unit that cannot be a year. */
function isShortNumber(
  { properties }: RowSchema,
  name: string,
  text: string,
): boolean {
  const type = fieldType(properties[name] ?? {});
  return (
    (type === "integer" || type === "number") && /^[\d.,]{1,3}$/.test(text)
  );
}

type CardCell = CellDefinition & { fields: readonly string[] };

/** The fields of a card by their place on it. */
export type CardLayout = {
  schema: RowSchema;
  photos: string | undefined;
  /** Whether the cards show the first two photos. */
  hasTwoPhotos: boolean;
  title: readonly string[];
  badge: CardCell | undefined;
  lines: readonly (readonly string[])[];
  /** The fields of `lines` that are notes, which stand below them. */
  notes: readonly string[];
  /** The cell below the lines. */
  due: CardCell | undefined;
  price: string | undefined;
  /** Amounts that are shown with their labels. */
  amounts: readonly string[];
  /** The cell below the photo, beside the buttons of the row. */
  mark: CardCell | undefined;
  /** The fields that name a row of another list. */
  references: ReadonlyMap<string, NonNullable<Column["refersTo"]>>;
  /** The status, drawn as in its column of the table. */
  status: CardCell | undefined;
};

/** Number of lines if the declaration has no `card`. */
const maxLines = 6;

/**
 * Returns the layout of the cards of a list. Without a declared `card`, the
 * first column is the title and the next ones are the lines.
 */
export function cardLayout(resource: Resource, row: RowSchema): CardLayout {
  const { card, columns } = resource;
  const photoColumn = columns
    .map((column) => ({ ...cellFor(row, column), column }))
    .find((cell) => cell.photos);
  const photos = photoColumn?.column.fields[0];
  const withoutPhotos = (fields: readonly string[]) =>
    fields.filter((name) => name !== photos);
  const cellOf = (fields: string[], cell?: Column["cell"]): CardCell => ({
    ...cellFor(row, { fields, cell }),
    fields,
  });
  const lines = card
    ? (card.lines ?? [])
    : columns.slice(1, maxLines + 1).map(({ fields }) => withoutPhotos(fields));
  const columnOf = (name: string | undefined) =>
    columns.find(({ fields }) => fields[0] === name);
  const statusColumn = columnOf(card?.status);
  const markColumn = columnOf(card?.mark);
  return {
    schema: row,
    photos,
    hasTwoPhotos: photoColumn?.photos === 2,
    title: card?.title ?? withoutPhotos(columns[0]?.fields ?? []),
    badge: card?.badge === undefined ? undefined : cellOf([card.badge]),
    lines: lines
      .map((names) => names.filter((name) => !isNote(row.properties[name])))
      .filter((names) => names.length > 0),
    notes: lines.flat().filter((name) => isNote(row.properties[name])),
    due:
      card?.due === undefined
        ? undefined
        : cellOf([card.due], columnOf(card.due)?.cell),
    price: card?.price,
    amounts: card?.amounts ?? [],
    mark: markColumn && cellOf(markColumn.fields, markColumn.cell),
    references: new Map(
      columns.flatMap(({ fields: [first], refersTo }) =>
        first !== undefined && refersTo ? [[first, refersTo] as const] : [],
      ),
    ),
    status:
      card?.status === undefined
        ? undefined
        : cellOf(statusColumn?.fields ?? [card.status], statusColumn?.cell),
  };
}
