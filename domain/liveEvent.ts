import type { LiveReply } from "../generated/schemas";

type Events = Required<LiveReply>;

/** An event of the live stream: its name and its data. */
export type LiveEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];
