import { createContext, useContext } from "react";
import type { WorkspaceReply } from "../../generated/schemas";
import type { Viewer } from "../../domain/access";
import type { Resource, RowSchema } from "../../domain/resource";
import { readBootData } from "./boot";
import { createWorkspace, ownServer, type Workspace } from "./createWorkspace";
import { isOnOtherOrigin } from "./configuration";
import { CallError, readRepliesBy, request } from "./http";

export type { Workspace } from "./createWorkspace";

/** The wire's shape is open; the server has checked it by the meta-schema. */
const served = (reply: WorkspaceReply): Workspace =>
  createWorkspace({
    resources: reply.resources as unknown as Resource[],
    schemas: reply.schemas as unknown as Record<string, RowSchema>,
    validators: reply.validators,
    routes: reply.routes,
    viewerVersion: reply.viewerVersion,
    declarationsHash: reply.declarationsHash,
    capabilities: ownServer,
    problems: reply.problems,
  });

/** The workspace that the page itself carries; null when it carries none. */
export function bootWorkspace(): Workspace | null {
  const { workspace } = readBootData();
  return workspace ? served(workspace) : null;
}

/** Asked for before it is wanted; taken once. */
let begun: Promise<WorkspaceReply | null> | undefined;
/** A server that has no workspace is not asked again by this page. */
let isMissing = false;

/** Begins `loadWorkspace` while it is still being found out who is here. */
export function beginWorkspace(): void {
  begun = askForWorkspace();
  begun.catch(() => undefined);
}

async function askForWorkspace(): Promise<WorkspaceReply | null> {
  if (isMissing) return null;
  try {
    const reply = await request<Partial<WorkspaceReply> | null>("/workspace");
    if (Array.isArray(reply?.resources)) return reply as WorkspaceReply;
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  isMissing = true;
  return null;
}

/**
 * The server has no such call. Some say so with a page or a refusal in a 200;
 * of another origin's answer without CORS headers one learns no more than that
 * there was none.
 */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof CallError &&
  ([200, 400, 404, 405, 501].includes(error.status) ||
    (error.code === "network" && isOnOtherOrigin()));

/**
 * The viewer's workspace: from the page, else by `GET /workspace`, else, from
 * a server that does not know that call, the declarations of the build; that
 * server's replies are then brought to the program's schemas.
 */
export async function loadWorkspace(viewer: Viewer): Promise<Workspace> {
  const carried = bootWorkspace();
  if (carried) return carried;
  const early = begun?.catch(() => askForWorkspace());
  begun = undefined;
  const reply = await (early ?? askForWorkspace());
  if (reply) return served(reply);
  const { bundledWorkspace, readForeignReply } =
    await import("./foreign/foreignServer");
  readRepliesBy(readForeignReply);
  return bundledWorkspace(viewer);
}

/** The viewer's workspace as the server has it now; throws as `request`. */
export const readWorkspace = async (): Promise<Workspace> =>
  served(await request<WorkspaceReply>("/workspace"));

const WorkspaceContext = createContext<Workspace | null>(null);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The viewer's workspace; throws outside the signed-in app. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("The workspace is not loaded here.");
  return workspace;
}
