import type {
  SignInBody,
  SignInReply,
  ViewProfileReply,
} from "../../generated/schemas";
import { roleOf, type Role, type Viewer } from "../../domain/access";
import { readBootData } from "./boot";
import { CallError, request } from "./http";
import { sessionExpired, sessionRestored } from "./events";
import { readStored, writeStored } from "./storage";
import { createStore, useStoreValue } from "./store";
import { tellTabs } from "./tabs";

type Profile = Pick<ViewProfileReply, "detail" | "balanceInfo" | "permission">;

export type SignedInSession = Profile & {
  status: "authenticated";
  viewer: Viewer;
  role: Role;
  /** The session ended by itself; the page stays until it is renewed. */
  isExpired: boolean;
};

export type Session =
  | SignedInSession
  | {
      status: "unknown" | "checking" | "anonymous";
      /** Why it could not be found out who is here. */
      error?: unknown;
    };

/** The one session of this page, from the one cached view-profile call. */
export const sessionStore = createStore<Session>({ status: "unknown" });

export const useSession = (): Session => useStoreValue(sessionStore);

/** The session where one must be signed in; throws where nobody is. */
export function useSignedIn(): SignedInSession {
  const session = useSession();
  if (session.status !== "authenticated")
    throw new Error("This part of the page is for people who are signed in.");
  return session;
}

function take({ detail, balanceInfo, permission }: Profile): void {
  const { userId, userType, userLevel, roleId } = detail;
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

/** Nobody is signed in any more, here and in the other tabs. */
function leave(): void {
  writeStored("signedIn", null);
  sessionStore.set({ status: "anonymous" });
}

/** Reads the profile, balance and permissions anew; throws as `request`. */
export async function refreshSession(
  signal?: AbortSignal,
): Promise<ViewProfileReply> {
  const [reply, { readProfile }] = await Promise.all([
    request<ViewProfileReply>("/user/view-profile", { signal }),
    import("./foreign/readProfile"),
  ]);
  const profile = readProfile(reply);
  if (profile.detail.userId === "")
    throw new CallError({ status: 401, code: "unauthorized" });
  take(profile);
  return profile;
}

/**
 * Finds out who is here: from the page itself, else by asking. A browser that
 * never signed in, as far as it remembers, is not asked about.
 */
export async function startSession(): Promise<void> {
  const { session } = readBootData();
  if (session) {
    take(session);
    return;
  }
  if (readStored("signedIn") === null) {
    sessionStore.set({ status: "anonymous" });
    return;
  }
  sessionStore.set({ status: "checking" });
  try {
    await refreshSession();
  } catch (error) {
    if (sessionStore.get().status !== "checking") return;
    if (error instanceof CallError && error.status === 401) leave();
    else sessionStore.set({ status: "unknown", error });
  }
}

/** Signs in and loads the session; throws a `CallError` when refused. */
export async function signIn(body: SignInBody): Promise<ViewProfileReply> {
  await request<SignInReply>("/auth", { method: "POST", body, isAuth: true });
  const wasExpired = isExpired();
  const profile = await refreshSession();
  tellTabs("signedIn");
  if (wasExpired) sessionRestored.emit();
  return profile;
}

/**
 * Signs out here and in the other tabs. Throws when the server did not do it:
 * its cookies would still let one in, so nobody is told that they have left.
 */
export async function signOut(): Promise<void> {
  try {
    await request("/auth/logout", { method: "POST" });
  } catch (error) {
    const isOver = error instanceof CallError && isRefusal(error.status);
    if (!isOver) throw error;
  }
  leave();
  tellTabs("signedOut");
}

/** An answer of the server's own, such as that the session is over. */
const isRefusal = (status: number) => status >= 200 && status < 500;

const isExpired = (): boolean => {
  const session = sessionStore.get();
  return session.status === "authenticated" && session.isExpired;
};

sessionExpired.subscribe(() => {
  const session = sessionStore.get();
  if (session.status === "authenticated")
    sessionStore.set({ ...session, isExpired: true });
  else leave();
});
