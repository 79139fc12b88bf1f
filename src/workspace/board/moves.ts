import { useMemo } from "react";
import type { Action } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useListing } from "../listing/ListingContext";
import { useMeets } from "../listing/useMeets";
import { createRequiredContext } from "../requiredContext";
import { movesOf } from "./arrange";

/** How the cards of a board can move. */
export type Moves = {
  /** Returns the actions that move a row to other columns, by the values of these columns. */
  of: (record: RowRecord) => ReadonlyMap<string, Action>;
  /** The row whose card is being dragged. */
  dragged: RowRecord | null;
  setDragged: (record: RowRecord | null) => void;
};

export const [MovesProvider, useMoves] = createRequiredContext<Moves>();

/** Returns a function that gives the moves of a row over a field. */
export function useMovesOf(field: string): Moves["of"] {
  const { actions } = useListing().resource;
  const meets = useMeets();
  // Each card asks several times.
  const known = useMemo(
    () => ({
      actions,
      field,
      moves: new WeakMap<RowRecord, ReturnType<Moves["of"]>>(),
    }),
    [actions, field],
  );
  return (record) => {
    const moves =
      known.moves.get(record) ??
      movesOf(known.actions, known.field, record, meets);
    known.moves.set(record, moves);
    return moves;
  };
}
