import type { RowRecord } from "../../../providers/dataProvider";

/**
 * Returns selected rows in the order on screen. Rows of other pages keep their places among
 * them, because the page does not know their order.
 */
export function inShownOrder(
  selected: readonly RowRecord[],
  shown: readonly RowRecord[],
): RowRecord[] {
  const places = new Map(shown.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: RowRecord) => places.get(id) ?? -1;
  const onScreen = selected
    .filter(({ id }) => places.has(id))
    .toSorted((left, right) => placeOf(left) - placeOf(right));
  let next = 0;
  return selected.map((record) =>
    places.has(record.id) ? (onScreen[next++] ?? record) : record,
  );
}
