import type { Action } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { sessionRestored } from "../../providers/events";
import { CallError, request } from "../../providers/http";
import { randomId } from "../../providers/idempotencyKey";
import { sessionStore } from "../../providers/session";
import type { Workspace } from "../../providers/workspace";
import { isLostReply } from "./lostReplies";

export type WriteCall = {
  method: Action["method"];
  path: string;
  body: Row;
  /** The version that the person saw, for a call whose body does not have it. */
  etag?: string | null;
};

/**
 * The idempotency keys of calls whose outcome is not known, by `keyName`. The keys
 * belong to the form or the list that sends the calls and end with it.
 */
export type CallKeys = Map<string, string>;

export const keyName = (sent: WriteCall): string => JSON.stringify(sent);

/**
 * Sends a call that the browser finishes even if the page is closed. An expired
 * session repeats it with the same key once the person has signed in again. The
 * same call after a lost reply also has the same key, so that it has one effect.
 */
export async function sendWrite<Reply>(
  {
    workspace,
    keys,
  }: { workspace: Pick<Workspace, "isOwnServer">; keys: CallKeys },
  sent: WriteCall,
): Promise<Reply> {
  const { method, path, body, etag } = sent;
  const name = keyName(sent);
  const key = keys.get(name) ?? randomId();
  const headers = {
    ...(workspace.isOwnServer && { "Idempotency-Key": key }),
    ...(etag && { "If-Match": etag }),
  };
  const attempt = async () => {
    try {
      const reply = await request<Reply>(path, {
        method,
        body,
        headers,
        keepalive: true,
      });
      keys.delete(name);
      return reply;
    } catch (error) {
      if (isLostReply(error)) keys.set(name, key);
      else keys.delete(name);
      throw error;
    }
  };
  try {
    return await attempt();
  } catch (error) {
    const isExpired = error instanceof CallError && error.status === 401;
    if (!isExpired || !(await sessionReturns())) throw error;
  }
  return attempt();
}

/** Resolves true once the session is valid again, false when it has ended. */
const sessionReturns = (): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isBack: boolean) => {
      stopRestored();
      stopSession();
      resolve(isBack);
    };
    const endIfAnonymous = () => {
      if (sessionStore.get().status === "anonymous") end(false);
    };
    const stopRestored = sessionRestored.subscribe(() => {
      end(true);
    });
    const stopSession = sessionStore.subscribe(endIfAnonymous);
    endIfAnonymous();
  });
