import { useCallback } from "react";
import type {
  SignInBody,
  SignInReply,
  ViewProfileReply,
} from "../../generated/schemas";
import { roleOf, type Role, type Viewer } from "../../domain/access";
import { forgetBootData, readBootData } from "./boot";
import { sessionExpired, sessionRestored } from "./events";
import { isUnauthorized } from "./CallError";
import { CallError, forgetPrefetched, request } from "./http";
import { loadModule } from "./loadModule";
import { readStored, writeStored } from "./storage";
import { createStore, useStoreValue } from "./store";

type Profile = Pick<ViewProfileReply, "detail" | "balanceInfo" | "permission">;

export type SignedInSession = Profile & {
  status: "authenticated";
  viewer: Viewer;
  role: Role;
  /** The session expired. The page stays until the user logs in again. */
  isExpired: boolean;
};

export type Session =
  | SignedInSession
  | {
      status: "unknown" | "checking" | "anonymous";
      /** Why the profile could not be loaded. */
      error?: unknown;
    };

/** The session of this page, as `GET /user/view-profile` gives it. */
export const sessionStore = createStore<Session>({ status: "unknown" });

export const useSession = (): Session => useStoreValue(sessionStore);

/** Returns the session of the signed-in user; throws without a session. */
export function useSignedIn(): SignedInSession {
  const session = useSession();
  if (session.status !== "authenticated")
    throw new Error("This part of the page needs a signed-in user.");
  return session;
}

/**
 * Returns a function that reads a choice of the signed-in user's profile: null if it is not
 * made, undefined if the server has no such choice.
 */
export function useOwnChoices(): (name: string) => string | null | undefined {
  const session = useSession();
  const detail: Readonly<Record<string, unknown>> | null =
    session.status === "authenticated" ? session.detail : null;
  return useCallback(
    (name) => {
      const value = detail?.[name];
      return typeof value === "string" || value === null ? value : undefined;
    },
    [detail],
  );
}

/** Rises when a session ends: replies to earlier calls are then discarded. */
let endedSessions = 0;

/** Returns the session of the signed-in user; undefined without one. */
function signedIn(): SignedInSession | undefined {
  const session = sessionStore.get();
  return session.status === "authenticated" ? session : undefined;
}

/** Returns whether the user is still signed in; queued calls ask before they are sent. */
export const isSignedInAs = (userId: string): boolean =>
  signedIn()?.viewer.userId === userId;

/** Whether this page shows the data of another user than this one. */
const isOfOther = (userId: string): boolean =>
  signedIn() !== undefined && !isSignedInAs(userId);

function setSession({ detail, balanceInfo, permission }: Profile): void {
  const { userId, userType, userLevel, roleId } = detail;
  if (isOfOther(userId)) leaveSession();
  const viewer = {
    userId,
    userType,
    userLevel,
    roleId,
    permissions: permission,
  };
  sessionStore.set({
    status: "authenticated",
    detail,
    balanceInfo,
    permission,
    viewer,
    role: roleOf(viewer),
    isExpired: false,
  });
  writeStored("signedIn", "1");
}

/** Ends the session in this tab and forgets the user's prefetched data. */
export function endSession(): void {
  writeStored("signedIn", null);
  leaveSession();
}

/** Ends the session in this tab, while the browser may have another user's session. */
function leaveSession(): void {
  endedSessions += 1;
  forgetBootData();
  forgetPrefetched();
  sessionStore.set({ status: "anonymous" });
}

/** Loads the profile; throws a 401 if the user signs out before the reply. */
async function loadProfile(signal?: AbortSignal): Promise<ViewProfileReply> {
  const endedBefore = endedSessions;
  const [reply, { readProfile }] = await Promise.all([
    request<ViewProfileReply>("/user/view-profile", { signal }),
    loadModule(() => import("./foreign/readProfile")),
  ]);
  const profile = readProfile(reply);
  if (profile.detail.userId === "" || endedSessions > endedBefore)
    throw new CallError({ status: 401, code: "unauthorized" });
  return profile;
}

/** Loads profile, balance and permissions again; throws as `request`. */
export async function refreshSession(
  signal?: AbortSignal,
): Promise<ViewProfileReply> {
  const profile = await loadProfile(signal);
  setSession(profile);
  return profile;
}

/**
 * Sets the session from the page's boot data, else by loading the profile.
 * A browser that has not signed in before is anonymous without a call.
 */
export async function startSession(): Promise<void> {
  const { session } = readBootData();
  if (session) {
    setSession(session);
    return;
  }
  if (readStored("signedIn") === null) {
    sessionStore.set({ status: "anonymous" });
    return;
  }
  await checkSession();
}

/** Loads the session of a page without boot data. */
async function checkSession(signal?: AbortSignal): Promise<void> {
  sessionStore.set({ status: "checking" });
  try {
    await refreshSession(signal);
  } catch (error) {
    if (sessionStore.get().status !== "checking") return;
    if (isUnauthorized(error)) endSession();
    else if (await isRestored(error)) await startSession();
    else sessionStore.set({ status: "unknown", error });
  }
}

/** Whether the page now has what this browser has kept of the session. */
const isRestored = (error: unknown): Promise<boolean> =>
  import("./offline/restoreSession").then(
    ({ restoreSession }) => restoreSession(error),
    () => false,
  );

/** The ways to prove the second factor of a user who has one. */
export type FactorMethods = SignInReply["secondFactor"];

/**
 * Signs in and loads the session. For a user with a second factor it returns the ways to
 * prove it instead. Throws a `CallError` if refused.
 */
export async function signIn(body: SignInBody): Promise<FactorMethods> {
  const { secondFactor } = await request<SignInReply>("/auth", {
    method: "POST",
    body,
    isAuth: true,
  });
  if (!secondFactor) await enterSession();
  return secondFactor;
}

/** Loads the session that a call has just opened, in all tabs of this browser. */
export async function enterSession(): Promise<ViewProfileReply> {
  const wasExpired = isExpired();
  try {
    const profile = await refreshSession();
    tellTabs({ userId: profile.detail.userId });
    if (wasExpired) sessionRestored.emit();
    return profile;
  } catch (error) {
    // The other tabs have the cookies of the new session all the same.
    tellTabs({});
    throw error;
  }
}

/**
 * Takes over the session that another tab has loaded: an expired or anonymous page
 * continues without asking for the password. If it is the session of another user,
 * this page leaves everything of its own user, whose calls would now be sent for the
 * other one. Throws as `request`.
 */
export async function adoptSession(
  userId?: string,
  signal?: AbortSignal,
): Promise<void> {
  if (userId !== undefined && isOfOther(userId)) leaveSession();
  if (!signedIn()) return checkSession(signal);
  const wasExpired = isExpired();
  await refreshSession(signal);
  if (wasExpired) sessionRestored.emit();
}

/**
 * Signs out in all tabs. Throws if the server was not reached or refuses: its cookies are
 * still valid then, so the user stays signed in.
 */
export async function signOut(): Promise<void> {
  try {
    await request("/auth/logout", { method: "POST" });
  } catch (error) {
    // The session has ended on the server already.
    const isEnded =
      error instanceof CallError &&
      (error.status === 401 || (error.status >= 200 && error.status < 300));
    if (!isEnded) throw error;
  }
  endSession();
  tellTabs("signedOut");
}

/**
 * Loads the profile again after the user has changed it, in all tabs of this browser.
 * Throws as `request` if this tab cannot load it.
 */
export function reloadProfile(): Promise<ViewProfileReply> {
  const session = signedIn();
  if (session) tellTabs({ userId: session.viewer.userId });
  return refreshSession();
}

/** The tab has signed out, or has loaded a session, of this user if it is known. */
type TabMessage = "signedOut" | { userId?: string };

const channel =
  "BroadcastChannel" in globalThis
    ? new BroadcastChannel("seriba.session")
    : undefined;

/** Tells the other tabs of this browser. */
const tellTabs = (message: TabMessage): void => channel?.postMessage(message);

/** Listens to the other tabs. Returns a function that stops listening. */
export function onTabMessage(listener: (message: TabMessage) => void) {
  const onMessage = (event: MessageEvent<TabMessage>) => {
    listener(event.data);
  };
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}

const isExpired = (): boolean => signedIn()?.isExpired === true;

sessionExpired.subscribe(() => {
  const session = signedIn();
  if (session) sessionStore.set({ ...session, isExpired: true });
  else endSession();
});
