import type { LiveReply } from "../generated/schemas";

type Events = Required<LiveReply>;

/** One event of the stream of changes: its name and its data. */
export type LiveEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];
