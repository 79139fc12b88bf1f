import type { AuthProvider } from "ra-core";
import { sessionStore, signOut, type SignedInSession } from "./session";

function signedIn(): SignedInSession {
  const session = sessionStore.get();
  if (session.status !== "authenticated") throw new Error("Not signed in.");
  return session;
}

/**
 * react-admin's view of the session: every question is answered from the one
 * cached profile. A 401 never rejects in `checkError`, since react-admin would
 * then answer the call with nothing; the session-expired dialog takes it.
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
