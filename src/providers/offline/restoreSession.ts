import { CallError } from "../CallError";
import { isOnOtherOrigin } from "../configuration";
import { readOwner } from "../storage";
import { readKept } from "./keptAnswers";

/** The names of the kept profile and the kept declarations. */
export const sessionName = "session";
export const workspaceName = "workspace";

/**
 * Puts the kept profile and declarations of the user whose values this browser stores
 * into the page, as the server does, if a call has failed because the server was not
 * reached. Returns whether there were any.
 */
export async function restoreSession(error: unknown): Promise<boolean> {
  const owner = readOwner();
  const isUnreached = error instanceof CallError && error.code === "network";
  if (!isUnreached || owner === null || isOnOtherOrigin()) return false;
  const kept = await readKept(owner, Date.now()).catch(() => []);
  const valueOf = (wanted: string) =>
    kept.find(({ name }) => name === wanted)?.value;
  const session = valueOf(sessionName);
  const workspace = valueOf(workspaceName);
  if (!session || !workspace) return false;
  const data = document.createElement("script");
  data.type = "application/json";
  data.id = "boot";
  data.textContent = JSON.stringify({ session, workspace });
  document.head.append(data);
  return true;
}
