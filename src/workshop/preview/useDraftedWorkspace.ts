import { useEffect, useState } from "react";
import type { WorkspaceReply } from "../../../generated/schemas";
import type { Resource, RowSchema } from "../../../domain/resource";
import {
  createWorkspace,
  ownServer,
  type Workspace,
} from "../../providers/createWorkspace";
import { CallError, request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import { previewCall } from "../calls";
import type { Shown } from "./messages";

export type Drafted = {
  workspace: Workspace;
  /** What it was made from. */
  shown: Shown;
};

/**
 * The workspace of a draft, whose calls are answered from it, as the chosen
 * viewer would get it. Where the server finds mistakes the last one without stays.
 */
export function useDraftedWorkspace(
  name: string,
  shown: Shown | null,
): { drafted: Drafted | null; isStale: boolean; error: unknown } {
  const { row } = useWorkspace();
  const [drafted, setDrafted] = useState<Drafted | null>(null);
  const [failed, setFailed] = useState<{ of: Shown; error: unknown } | null>(
    null,
  );
  useEffect(() => {
    if (!shown) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    draftedWorkspace(name, { shown, signal }).then(
      (workspace) => {
        if (!signal.aborted) setDrafted({ workspace, shown });
      },
      (error: unknown) => {
        if (!signal.aborted) setFailed({ of: shown, error });
      },
    );
    return () => {
      leaving.abort();
    };
  }, [name, shown, row]);
  const error = failed && failed.of === shown ? failed.error : undefined;
  const isMistaken = error instanceof CallError && error.status === 422;
  return {
    drafted,
    isStale: isMistaken,
    error: isMistaken ? undefined : error,
  };
}

async function draftedWorkspace(
  resource: string,
  { shown, signal }: { shown: Shown; signal: AbortSignal },
): Promise<Workspace> {
  const { document, as } = shown;
  const ask = { resource, document, as };
  const reply = await previewCall<WorkspaceReply>(
    { ...ask, path: "/workspace", query: {} },
    signal,
  );
  const resources = reply.resources as unknown as Resource[];
  const drafted = new Set(resources.flatMap(pathsOf));
  return createWorkspace({
    resources,
    schemas: reply.schemas as unknown as Record<string, RowSchema>,
    routes: reply.routes,
    viewerVersion: reply.viewerVersion,
    declarationsHash: reply.declarationsHash,
    capabilities: ownServer,
    call: (path, options) => {
      // What is not the list's own, such as saved searches, is as it is.
      if (!drafted.has(path)) return request(path, options);
      const { query = {}, signal: leaving } = options;
      return previewCall({ ...ask, path, query }, leaving);
    },
  });
}

/** The calls that show the rows of a list and its choices. */
const pathsOf = ({ calls }: Resource): string[] =>
  [calls.list, calls.facets, ...Object.values(calls.options ?? {})].flatMap(
    (call) => call?.path ?? [],
  );
