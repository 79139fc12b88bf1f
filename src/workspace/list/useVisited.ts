import { useStore } from "ra-core";
import { visitedRows } from "../../../domain/limits";

/** The rows opened last, in all tabs of this browser: the newest first. */
export function useVisited(
  resource: string,
): [isVisited: (id: string) => boolean, visit: (id: string) => void] {
  const [visited, setVisited] = useStore<string[]>(`${resource}.visited`, []);
  return [
    (id) => visited.includes(id),
    (id) => {
      const others = visited.filter((known) => known !== id);
      setVisited([id, ...others].slice(0, visitedRows));
    },
  ];
}
