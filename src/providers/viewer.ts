import { isAllowed, members, type Role } from "../../domain/access";
import { useSession } from "./session";

/** Returns the viewer's role; `unknown` without a session. */
export function useRole(): Role {
  const session = useSession();
  return session.status === "authenticated" ? session.role : "unknown";
}

/** Returns the id of the signed-in user; empty without a session. */
export function useUserId(): string {
  const session = useSession();
  return session.status === "authenticated" ? session.viewer.userId : "";
}

/** Returns whether the user keeps searches of their own; a guest only reads. */
export function useIsMember(): boolean {
  const session = useSession();
  return (
    session.status !== "authenticated" || isAllowed(members, session.viewer)
  );
}
