import { useStore } from "ra-core";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import {
  offeredViews,
  type Resource,
  type View,
  forRole,
} from "../../../domain/resource";
import { useRole } from "../../providers/viewer";
import { useIsTablet } from "../../ui/useMedia";
import { useListing, useListQuery } from "./ListingContext";

/**
 * Returns the view of a list: a board if the URL names its field, else the last chosen view, or
 * the first one. `setView` opens the given board, by default the last open board or the first.
 */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View, board?: string) => void] {
  const { state, change } = useListQuery();
  const { name, boards = [] } = resource;
  const [standard = "default"] = offeredViews(resource);
  const [stored, store] = useStore<View>(`${name}.view`, standard);
  const [lastBoard, storeBoard] = useStore<string | null>(
    `${name}.board`,
    null,
  );
  const isTable = stored !== "board" && offeredViews(resource).includes(stored);
  return [
    state.board !== undefined ? "board" : isTable ? stored : standard,
    (view, chosen) => {
      const board = [chosen, state.board, lastBoard, ...boards].find((field) =>
        boards.includes(field ?? ""),
      );
      store(view);
      if (view === "board" && board) storeBoard(board);
      change(
        (latest) => ({
          ...latest,
          board: (view === "board" && board) || undefined,
        }),
        { replace: true },
      );
    },
  ];
}

/** Opens the board again if a list opens without a query and the board was its last view. */
export function useLastBoard(resource: Resource): void {
  const { search } = useLocation();
  const [view, setView] = useView(resource);
  const [stored] = useStore<View>(`${resource.name}.view`, "default");
  const isDue = useRef(search === "" && stored === "board");
  useEffect(() => {
    if (!isDue.current || !resource.boards) return;
    if (view === "board") isDue.current = false;
    else setView("board");
  });
}

/** `list`: one column on phones; `card`: 3 wide cards; `grid`: 2 to 7 columns. */
export type CardArrangement = "list" | "card" | "grid";

/** A view of rows on pages. */
export type PagedView = Exclude<View, "board">;

type Arrangement =
  | { table: "simple" | "grid"; cards: null }
  | { table: null; cards: CardArrangement };

const asCards = (cards: CardArrangement): Arrangement => ({
  table: null,
  cards,
});

/** Returns whether a view of the list is a table, and which, or else its cards. */
export function useArrangement(view: PagedView): Arrangement {
  const { resource, isPhone } = useListing();
  const role = useRole();
  const isTablet = useIsTablet();
  if (isPhone) return asCards("list");
  if (view !== "default") return asCards(view);
  // A list without a choice of views shows cards where a table is too wide.
  if (isTablet && resource.views.length < 2) return asCards("card");
  return { table: forRole(resource.table, role), cards: null };
}
