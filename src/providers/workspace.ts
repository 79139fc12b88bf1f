import { createContext, useContext } from "react";
import type { Viewer } from "../../domain/access";
import { readBootData } from "./boot";
import {
  createWorkspace,
  type DeclaredReply,
  type Workspace,
} from "./createWorkspace";
import { isOnOtherOrigin } from "./configuration";
import { loadModule } from "./loadModule";
import { CallError, readRepliesBy, request } from "./http";

export type { Workspace } from "./createWorkspace";

let latest: DeclaredReply | undefined;

/** Returns the declarations as the server sent them last; undefined without any. */
export const latestDeclared = (): DeclaredReply | undefined => latest;

function fromReply(reply: DeclaredReply): Workspace {
  latest = reply;
  const { success: _, ...declared } = reply;
  return createWorkspace({ ...declared, isOwnServer: true });
}

/** Returns the workspace in the page's boot data; null if the page has no boot data. */
export function bootWorkspace(): Workspace | null {
  const { workspace } = readBootData();
  return workspace ? fromReply(workspace) : null;
}

/** The call that `beginWorkspace` started; `loadWorkspace` takes it. */
let started: Promise<DeclaredReply | null> | undefined;
/** The server has no `GET /workspace`; this page does not call it again. */
let isMissing = false;

/** Starts the call of `loadWorkspace` while the session is still loading. */
export function beginWorkspace(): void {
  started = requestWorkspace();
  started.catch(() => undefined);
}

async function requestWorkspace(): Promise<DeclaredReply | null> {
  if (isMissing) return null;
  try {
    const reply = await request<Partial<DeclaredReply> | null>("/workspace");
    if (Array.isArray(reply?.resources)) return reply as DeclaredReply;
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  isMissing = true;
  return null;
}

/**
 * Whether the server does not know the call. Some servers answer with a page
 * or a refusal in a 200. From another origin without CORS headers the browser
 * reports only a network error.
 */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof CallError &&
  ([200, 400, 404, 405, 501].includes(error.status) ||
    (error.code === "network" && isOnOtherOrigin()));

/**
 * Returns the viewer's workspace: from the page's boot data, else from
 * `GET /workspace`. A server without that call gets the declarations of the
 * build, and its replies are converted to our schemas from then on.
 */
export async function loadWorkspace(viewer: Viewer): Promise<Workspace> {
  const boot = bootWorkspace();
  if (boot) return boot;
  const early = started?.catch(() => requestWorkspace());
  started = undefined;
  const reply = await (early ?? requestWorkspace());
  if (reply) return fromReply(reply);
  const [{ bundledWorkspace }, { readForeignReply }] = await Promise.all([
    loadModule(() => import("./foreign/bundledWorkspace")),
    loadModule(() => import("./foreign/readReply")),
  ]);
  readRepliesBy(readForeignReply);
  return bundledWorkspace(viewer);
}

/** Returns the workspace as the server has it now; throws as `request`. */
export const readWorkspace = async (): Promise<Workspace> =>
  fromReply(await request<DeclaredReply>("/workspace"));

const WorkspaceContext = createContext<Workspace | null>(null);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** Returns the viewer's workspace; throws outside the signed-in app. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No workspace is loaded here.");
  return workspace;
}
