import {
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import type { Resource } from "../../../../domain/resource";
import type {
  ImportRowsListReply,
  ImportRowsReply,
  ImportRowsUndoReply,
} from "../../../../generated/schemas";
import { request } from "../../../providers/http";
import { isLostReply, randomId } from "../../../providers/write";
import type { ImportTable } from "../../forms/useTable";

export type Preview = NonNullable<ImportRowsReply["preview"]>;
export type PreviewRow = Preview["rows"][number];
export type ImportKind = Preview["show"];
export type Effect = NonNullable<ImportRowsReply["effects"]>[number];
export type Batch = NonNullable<ImportRowsReply["batch"]>;
export type EarlierImport = ImportRowsListReply["imports"][number];

/** A table of 5 MB takes this long on a slow line. */
const timeoutMs = 180_000;

const pathOf = ({ calls }: Resource): string => calls.import?.path ?? "";

const bodyOf = ({ text, fileName, columns }: ImportTable) => ({
  ...{ text, fileName },
  ...(columns && { columns }),
});

/** Reads a page of the preview. Each new table has a number, which stands for its text. */
export const usePreview = (
  resource: Resource,
  {
    table,
    number,
    show,
    page,
  }: { table: ImportTable; number: number; show: ImportKind; page: number },
) =>
  useQuery({
    queryKey: ["import", resource.name, number, table.columns, show, page],
    queryFn: async ({ signal }) => {
      const { preview } = await request<ImportRowsReply>(pathOf(resource), {
        method: "POST",
        body: { ...bodyOf(table), show, page },
        isRead: true,
        signal,
        timeoutMs,
      });
      return preview ?? null;
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Reads what the previewed import does elsewhere. The server plans the table again for it, so
 * that the preview itself is on screen sooner.
 */
export const useEffects = (
  resource: Resource,
  { table, preview }: { table: ImportTable; preview: Preview },
) =>
  useQuery({
    queryKey: ["import", resource.name, "effects", preview.digest],
    queryFn: async ({ signal }) => {
      const { effects = [] } = await request<ImportRowsReply>(
        pathOf(resource),
        {
          method: "POST",
          body: { ...bodyOf(table), effects: true },
          isRead: true,
          signal,
          timeoutMs,
        },
      );
      return effects;
    },
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Reads the earlier imports into a list, the newest first. */
export const useEarlierImports = (resource: Resource) =>
  useQuery({
    queryKey: ["imports", resource.name],
    queryFn: async ({ signal }) =>
      (await request<ImportRowsListReply>(pathOf(resource), { signal }))
        .imports,
  });

/** Returns a function that reads the rows and the earlier imports of a list again. */
export function useReload({ name }: Resource): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [[name], ["row", name], ["imports", name]])
      void queryClient.invalidateQueries({ queryKey });
  };
}

/**
 * Returns the calls that write. A call that is repeated after a lost reply has the same
 * key, so that it has one effect.
 */
export function useImportCalls(resource: Resource) {
  const [keys] = useState(() => new Map<string, string>());
  const send = async <Reply>(
    name: string,
    path: string,
    body: object,
  ): Promise<Reply> => {
    const key = keys.get(name) ?? randomId();
    keys.set(name, key);
    try {
      const reply = await request<Reply>(path, {
        method: "POST",
        body,
        headers: { "Idempotency-Key": key },
        timeoutMs,
      });
      keys.delete(name);
      return reply;
    } catch (error) {
      if (!isLostReply(error)) keys.delete(name);
      throw error;
    }
  };
  return {
    apply: async (
      table: ImportTable,
      { digest, validOnly }: { digest: string; validOnly: boolean },
    ): Promise<Batch | undefined> => {
      const apply = { digest, ...(validOnly && { validOnly }) };
      const name = `${digest} ${String(validOnly)}`;
      const body = { ...bodyOf(table), apply };
      const path = pathOf(resource);
      return (await send<ImportRowsReply>(name, path, body)).batch;
    },
    undo: async (id: string, leaveChanged: boolean): Promise<Batch> => {
      const body = leaveChanged ? { leaveChanged } : {};
      const path = `${pathOf(resource)}/${id}/undo`;
      const name = `${id} ${String(leaveChanged)}`;
      return (await send<ImportRowsUndoReply>(name, path, body)).batch;
    },
  };
}
