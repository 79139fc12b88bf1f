import { useCallback } from "react";
import { useStore } from "ra-core";
import { visitedRows } from "../../../domain/limits";

const none: string[] = [];

/** The rows opened last, in all tabs of this browser: the newest first. */
export function useVisited(
  resource: string,
): [visited: readonly string[], visit: (id: string) => void] {
  const [visited, setVisited] = useStore<string[]>(`${resource}.visited`, none);
  const visit = useCallback(
    (id: string) => {
      setVisited((known: string[]) =>
        [id, ...known.filter((other) => other !== id)].slice(0, visitedRows),
      );
    },
    [setVisited],
  );
  return [visited, visit];
}
