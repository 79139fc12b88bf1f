import { useStore } from "ra-core";
import { viewsOf, type Resource, type View } from "../../../domain/resource";

export type { View };

/** How rows are shown, remembered for the resource, of the ways it has. */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View) => void] {
  const views = viewsOf(resource);
  const standard = views[0] ?? "default";
  const [stored, store] = useStore<View>(`${resource.name}.view`, standard);
  return [views.includes(stored) ? stored : standard, store];
}
