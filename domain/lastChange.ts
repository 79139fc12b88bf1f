import { isStaff, roleOf, userTypes, type Viewer } from "./access";
import { toJapanIso } from "./japanTime";

/** The last change of a row, as far as a reader may know of it. */
export type LastChange = {
  /** An ISO moment in Japan time. */
  at: string;
  by: "self" | "manager" | "client" | "system";
  /** The author's name, which only managers get. */
  name?: string;
};

/** The last change of a row, as a log has it. */
export type LoggedChange = {
  at: Date;
  /** The author's account; null for the system. */
  actorId: string | null;
  actorName: string;
  actorType: number;
};

/** Returns the part of a change that the reader may know: clients get no names. */
export function lastChangeFor(
  viewer: Viewer,
  { at, actorId, actorName, actorType }: LoggedChange,
): LastChange {
  const time = toJapanIso(at);
  if (actorId === viewer.userId) return { at: time, by: "self" };
  if (actorId === null) return { at: time, by: "system" };
  return {
    at: time,
    by: actorType === userTypes.client ? "client" : "manager",
    ...(isStaff(roleOf(viewer)) && actorName !== "" && { name: actorName }),
  };
}
