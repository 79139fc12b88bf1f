import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useGetList, type RaRecord } from "ra-core";
import { useCallback, useEffect } from "react";
import { liveEvents } from "../providers/events";
import type { HistoryEntry, ResourceEntry } from "./document/draft";

const maxHistoryEntries = 100;

/**
 * Reads a complete record. react-admin's `useGetOne` would start with the
 * incomplete record that a list call has cached.
 */
export function useRecord<Whole extends RaRecord>(
  resource: string,
  id: string,
  isEnabled = true,
) {
  const dataProvider = useDataProvider();
  return useQuery({
    enabled: isEnabled,
    queryKey: [resource, "record", id],
    queryFn: async ({ signal }) => {
      const params = { id, signal };
      const { data } = await dataProvider.getOne<Whole>(resource, params);
      return data;
    },
  });
}

/** Returns whether a list exists; false while this is unknown. */
export function useExists(name: string): boolean {
  const { data = [] } = useGetList<ResourceEntry>("workspace/resources", {
    filter: { id: name },
    sort: { field: "id", order: "ASC" },
    pagination: { page: 1, perPage: 1 },
  });
  return data.length > 0;
}

/** Reads the history of a list, the latest change first. */
export const useHistory = (resource: string) =>
  useGetList<HistoryEntry>("workspace/changes", {
    filter: { resource },
    sort: { field: "id", order: "DESC" },
    pagination: { page: 1, perPage: maxHistoryEntries },
  });

/**
 * Reloads the published documents and the history when the declarations of the
 * server change. Returns a function that reloads them at once.
 */
export function useFollowPublished(): () => void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => {
    for (const name of ["workspace/resources", "workspace/changes"])
      void queryClient.invalidateQueries({ queryKey: [name] });
  }, [queryClient]);
  useEffect(
    () =>
      liveEvents.subscribe(({ name }) => {
        if (name === "workspace" || name === "reset") reload();
      }),
    [reload],
  );
  return reload;
}
