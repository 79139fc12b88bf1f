import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useGetList, type RaRecord } from "ra-core";
import { useCallback, useEffect } from "react";
import type {
  WorkspaceCheckReply,
  WorkspacePreviewBody,
} from "../../generated/schemas";
import { request } from "../providers/http";
import { liveEvents } from "../providers/events";
import type { Check, Document, HistoryEntry } from "./document/types";

const maxHistoryEntries = 100;

/** Checks a draft: its errors, changes and impact. */
export const checkDraft = (
  resource: string,
  { document, signal }: { document: Document; signal: AbortSignal },
): Promise<Check> =>
  request<WorkspaceCheckReply>("/workspace/check", {
    method: "POST",
    body: { resource, document },
    signal,
  });

/** Calls a drafted list as the given viewer. */
export const previewCall = <Reply>(
  body: WorkspacePreviewBody,
  signal?: AbortSignal,
): Promise<Reply> =>
  request<Reply>("/workspace/preview", { method: "POST", body, signal });

/**
 * Reads a complete record. react-admin's `useGetOne` would start with the
 * incomplete record that a list call has cached.
 */
export function useRecord<Whole extends RaRecord>(
  resource: string,
  id: string,
) {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: [resource, "record", id],
    queryFn: async ({ signal }) => {
      const params = { id, signal };
      const { data } = await dataProvider.getOne<Whole>(resource, params);
      return data;
    },
  });
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
