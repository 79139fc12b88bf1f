import type { LiveReply } from "../generated/schemas";
import type { Resource } from "./resource";

type Events = Required<LiveReply>;

/** An event of the live stream: its name and its data. */
export type LiveEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

/** Returns the news of a list's area: how many rows were added, and by an import. */
export function areaNews(
  event: LiveEvent,
  { name, pageType }: Pick<Resource, "name" | "pageType">,
): { added: number; importing?: number | null } | undefined {
  if (event.name !== "lots") return undefined;
  const { areas } = event.data;
  return (
    areas.find(({ list }) => list === name) ??
    areas.find(({ area, list }) => area === pageType && !list)
  );
}
