import { isStaff, roleOf, type Viewer } from "./access";

/** The sides of the chat about a bid. All managers share the agent's side. */
export const chatSides = ["client", "dealer", "agent"] as const;
export type ChatSide = (typeof chatSides)[number];

/** In characters, after trimming. */
export const longestMessage = 2_000;

/**
 * Returns the side of a viewer who may read the bid. The bid belongs to the user
 * `ownerId`; a dealer reads the bids of clients as their dealer.
 */
export function chatSideOf(viewer: Viewer, ownerId: string): ChatSide {
  const role = roleOf(viewer);
  if (isStaff(role)) return "agent";
  return viewer.userId === ownerId ? "client" : "dealer";
}

/** The reasons to reject a message; each is a code of the error table. */
type MessageRefusal = "required_field" | "message_too_long";

/** Returns the reason to reject a trimmed message, null when it is allowed. */
export function refuseMessage(text: string): MessageRefusal | null {
  if (text === "") return "required_field";
  return Array.from(text).length > longestMessage ? "message_too_long" : null;
}
