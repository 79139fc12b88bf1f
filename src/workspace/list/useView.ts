import { useStore } from "ra-core";
import type { Resource } from "../../../domain/resource";

export type View = Resource["views"][number];

/** How rows are shown, remembered for the resource. */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View) => void] {
  const standard = resource.views[0] ?? "default";
  const [stored, store] = useStore<View>(`${resource.name}.view`, standard);
  return [resource.views.includes(stored) ? stored : standard, store];
}
