import { useState } from "react";
import type { Action } from "../../domain/resource";
import { CallError, isUnauthorized } from "./CallError";
import { sessionRestored } from "./events";
import { request } from "./http";
import { sessionStore } from "./session";
import { useWorkspace } from "./workspace";

/** A call that changes data. */
export type WriteCall = {
  method: Action["method"];
  path: string;
  body?: unknown;
  /** The version that the person saw, if the body does not have it. A newer one is a 409. */
  etag?: string | null;
};

/**
 * The idempotency keys of calls whose outcome is not known: under way, or without a
 * reply. They belong to the form or the list that sends the calls and end with it.
 */
export type WriteKeys = Map<string, string>;

/** Whether the server may have made the change although it has not said so. */
export const isLostReply = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500;

const nameOf = (call: WriteCall): string => JSON.stringify(call);

/** Forgets the key of a call, because its outcome has become known without a reply. */
export const forgetWrite = (keys: WriteKeys, call: WriteCall): void => {
  keys.delete(nameOf(call));
};

/**
 * Sends a call that changes data. The same call at the same time, or after a lost reply,
 * has the same idempotency key, so that it has one effect. If `isLasting`, the browser
 * finishes the call even if the page is closed, and the call that an expired session has
 * stopped is repeated once the person has signed in again. Throws a `CallError`: 422 has texts by field, 409 has the server's row in
 * `current`.
 */
export async function sendWrite<Reply>(
  call: WriteCall,
  {
    isOwnServer,
    keys,
    isLasting = false,
  }: { isOwnServer: boolean; keys: WriteKeys; isLasting?: boolean },
): Promise<Reply> {
  const { method, path, body, etag } = call;
  const name = nameOf(call);
  const key = keys.get(name) ?? randomId();
  const attempt = async () => {
    keys.set(name, key);
    try {
      const reply = await request<Reply>(path, {
        method,
        body,
        headers: {
          ...(isOwnServer && { "Idempotency-Key": key }),
          ...(etag && { "If-Match": etag }),
        },
        keepalive: isLasting,
      });
      keys.delete(name);
      return reply;
    } catch (error) {
      if (!isLostReply(error)) keys.delete(name);
      throw error;
    }
  };
  try {
    return await attempt();
  } catch (error) {
    const isRepeated = isLasting && isUnauthorized(error);
    if (!isRepeated || !(await sessionReturns())) throw error;
  }
  return attempt();
}

/** Returns `sendWrite` with keys that live as long as the component. */
export function useSendWrite(): <Reply>(call: WriteCall) => Promise<Reply> {
  const { isOwnServer } = useWorkspace();
  const [keys] = useState<WriteKeys>(() => new Map());
  return (call) => sendWrite(call, { isOwnServer, keys });
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

/**
 * Returns a random UUID (version 4). `crypto.randomUUID` exists only on HTTPS
 * and localhost; this works on plain-HTTP hosts too.
 */
export const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    // 8 becomes one of 8, 9, a and b, which mark the variant.
    return digit === "8"
      ? ((random & 0x3) | 0x8).toString(16)
      : (random & 0xf).toString(16);
  });
