import type { AuthProvider } from "ra-core";
import { sessionStore, signOut, type SignedInSession } from "./session";

function signedIn(): SignedInSession {
  const session = sessionStore.get();
  if (session.status !== "authenticated") throw new Error("Not signed in.");
  return session;
}

/**
 * react-admin's auth provider over the cached session. `checkError` never
 * rejects: react-admin would log out on a 401, but the session-expired dialog
 * lets the user continue.
 */
export const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => signOut().then(() => false as const),
  checkAuth: () => Promise.resolve(signedIn()).then(() => undefined),
  checkError: () => Promise.resolve(),
  getIdentity: () => {
    const { detail } = signedIn();
    return Promise.resolve({ id: detail.userId, fullName: detail.fullName });
  },
  getPermissions: () => Promise.resolve(signedIn().permission),
};
