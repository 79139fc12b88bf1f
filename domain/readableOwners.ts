import { roleOf, type Viewer } from "./access";

/** The users whose rows a viewer reads; a dealer may also read the rows of the own clients. */
export type ReadableOwners =
  | "anyone"
  | "nobody"
  | { userId: string; withClients: boolean };

/**
 * Returns whose rows a viewer reads, where rows belong to users: managers read all rows,
 * clients and dealers their own, unknown roles none. `withClients` lets a dealer read the
 * rows of the own clients too.
 */
export function readableOwners(
  viewer: Viewer,
  { withClients = false }: { withClients?: boolean } = {},
): ReadableOwners {
  const { userId } = viewer;
  switch (roleOf(viewer)) {
    case "manager":
    case "admin":
      return "anyone";
    case "dealer":
      return { userId, withClients };
    case "client":
      return { userId, withClients: false };
    case "unknown":
      return "nobody";
  }
}
