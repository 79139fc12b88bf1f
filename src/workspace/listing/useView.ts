import { useStore } from "ra-core";
import {
  viewsOf,
  type Resource,
  type View,
  forRole,
} from "../../../domain/resource";
import { useRole } from "../../providers/viewer";
import { useIsTablet } from "../../ui/useMedia";
import { useListing } from "./ListingContext";

/** Returns the last chosen view of a list, or its first one. */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View) => void] {
  const views = viewsOf(resource);
  const standard = views[0] ?? "default";
  const [stored, store] = useStore<View>(`${resource.name}.view`, standard);
  return [views.includes(stored) ? stored : standard, store];
}

/** `list`: one column on phones; `card`: 3 wide cards; `grid`: 2 to 7 columns. */
export type CardArrangement = "list" | "card" | "grid";

type Arrangement =
  | { table: "simple" | "grid"; cards: null }
  | { table: null; cards: CardArrangement };

const asCards = (cards: CardArrangement): Arrangement => ({
  table: null,
  cards,
});

/** Returns whether a view of the list is a table, and which, or else its cards. */
export function useArrangement(view: View): Arrangement {
  const { resource, isPhone } = useListing();
  const role = useRole();
  const isTablet = useIsTablet();
  if (isPhone) return asCards("list");
  if (view !== "default") return asCards(view);
  // A list without a choice of views shows cards where a table is too wide.
  if (isTablet && resource.views.length < 2) return asCards("card");
  return { table: forRole(resource.table, role), cards: null };
}
