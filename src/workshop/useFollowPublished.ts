import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { liveEvents } from "../providers/events";

const names = ["resources", "changes"].map((name) => `workspace/${name}`);

/**
 * Reads what is published anew whenever the declarations of the server are
 * others, whoever changed them. Returns how to do so at once.
 */
export function useFollowPublished(): () => void {
  const queryClient = useQueryClient();
  const read = useCallback(() => {
    for (const name of names)
      void queryClient.invalidateQueries({ queryKey: [name] });
  }, [queryClient]);
  useEffect(
    () =>
      liveEvents.subscribe(({ name }) => {
        if (name === "workspace" || name === "reset") read();
      }),
    [read],
  );
  return read;
}
