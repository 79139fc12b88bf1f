import { useEffect, useState } from "react";
import type { WorkspacePreviewBody } from "../../../generated/schemas";
import type { Resource } from "../../../domain/resource";
import {
  createWorkspace,
  type Workspace,
  type DeclaredReply,
} from "../../providers/createWorkspace";
import { CallError, request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import type { Shown } from "./messages";

export type Drafted = {
  workspace: Workspace;
  /** The draft and viewer that it was created for. */
  shown: Shown;
};

/**
 * Returns the workspace of a draft as the simulated viewer would get it. Its
 * list calls are answered from the draft. If the server finds errors, the last
 * workspace without errors stays.
 */
export function useDraftedWorkspace(
  name: string,
  shown: Shown | null,
): { drafted: Drafted | null; isStale: boolean; error: unknown } {
  const { row } = useWorkspace();
  const [drafted, setDrafted] = useState<Drafted | null>(null);
  const [failed, setFailed] = useState<{
    of: Shown;
    error: unknown;
  } | null>(null);
  useEffect(() => {
    if (!shown) return;
    const controller = new AbortController();
    const { signal } = controller;
    draftedWorkspace(name, { shown, signal }).then(
      (workspace) => {
        if (!signal.aborted) setDrafted({ workspace, shown });
      },
      (error: unknown) => {
        if (!signal.aborted) setFailed({ of: shown, error });
      },
    );
    return () => controller.abort();
  }, [name, shown, row]);
  const error = failed && failed.of === shown ? failed.error : undefined;
  const isInvalid = error instanceof CallError && error.status === 422;
  const shownError = isInvalid ? undefined : error;
  return { drafted, isStale: isInvalid, error: shownError };
}

async function draftedWorkspace(
  resource: string,
  { shown, signal }: { shown: Shown; signal: AbortSignal },
): Promise<Workspace> {
  const { document, as } = shown;
  const call = <Reply>(
    path: string,
    query: WorkspacePreviewBody["query"],
    signal?: AbortSignal,
  ) => {
    const body = { resource, document, as, path, query };
    return request<Reply>("/workspace/preview", {
      method: "POST",
      isRead: true,
      body,
      signal,
    });
  };
  const reply = await call<DeclaredReply>("/workspace", {}, signal);
  // The page refuses changes; without actions it does not offer these either.
  const resources = reply.resources.map((shown): Resource => ({
    ...shown,
    actions: undefined,
  }));
  const drafted = new Set(resources.flatMap(pathsOf));
  return createWorkspace({
    resources,
    schemas: reply.schemas,
    routes: reply.routes,
    viewerVersion: reply.viewerVersion,
    declarationsHash: reply.declarationsHash,
    isOwnServer: true,
    call: (path, options) => {
      // Other calls, such as saved searches, are not part of the draft.
      if (!drafted.has(path)) return request(path, options);
      const { query = {}, signal: callSignal } = options;
      return call(path, query, callSignal);
    },
  });
}

/** Returns the paths of the calls for rows, facets and options of a list. */
const pathsOf = ({ calls }: Resource): string[] =>
  [calls.list, calls.facets, ...Object.values(calls.options ?? {})].flatMap(
    (call) => call?.path ?? [],
  );
