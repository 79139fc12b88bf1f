import { createContext, useContext } from "react";
import type { WorkspaceReply } from "../../generated/schemas";
import type { Viewer } from "../../domain/access";
import type { Resource, RowSchema } from "../../domain/resource";
import { readBootData } from "./boot";
import { createWorkspace, type Workspace } from "./createWorkspace";
import { CallError, request } from "./http";

export type { Workspace } from "./createWorkspace";

/** The wire's shape is open; the server has checked it by the meta-schema. */
const served = (reply: WorkspaceReply): Workspace =>
  createWorkspace({
    resources: reply.resources as unknown as Resource[],
    schemas: reply.schemas as unknown as Record<string, RowSchema>,
    version: reply.version,
    isServed: true,
  });

/** The workspace that the page itself carries; null when it carries none. */
export function bootWorkspace(): Workspace | null {
  const { workspace } = readBootData();
  return workspace ? served(workspace) : null;
}

/**
 * The viewer's workspace: from the page, else by `GET /workspace`, else, from
 * a server that does not know that call, the declarations of the build.
 */
export async function loadWorkspace(viewer: Viewer): Promise<Workspace> {
  const carried = bootWorkspace();
  if (carried) return carried;
  try {
    return served(await request<WorkspaceReply>("/workspace"));
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    const { bundledWorkspace } = await import("./bundledWorkspace");
    return bundledWorkspace(viewer);
  }
}

const WorkspaceContext = createContext<Workspace | null>(null);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The viewer's workspace; throws outside the signed-in app. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("The workspace is not loaded here.");
  return workspace;
}
