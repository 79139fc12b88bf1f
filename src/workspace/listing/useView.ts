import { useStore } from "ra-core";
import { viewsOf, type Resource, type View } from "../../../domain/resource";

/** Returns the last chosen view of a list, or its first one. */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View) => void] {
  const views = viewsOf(resource);
  const standard = views[0] ?? "default";
  const [stored, store] = useStore<View>(`${resource.name}.view`, standard);
  return [views.includes(stored) ? stored : standard, store];
}
