import type { LiveReply } from "../generated/schemas";
import { isComputed } from "./computed/rule";
import type { Resource, RowSchema } from "./resource";

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

/** The ids of rows that have changed. */
export type ChangedRows = {
  bidIds: readonly string[];
  lotIds: readonly string[];
  /** The lists whose stored rows were added, changed or removed. */
  lists: ReadonlyMap<string, readonly string[]>;
};

/** Returns changes of the stored rows of one list. */
export const changedRecords = (
  list: string,
  ids: readonly string[],
): ChangedRows => ({ bidIds: [], lotIds: [], lists: new Map([[list, ids]]) });

/** Returns the changed rows of all events; null when any row may have changed. */
export function changedRows(events: readonly LiveEvent[]): ChangedRows | null {
  const bidIds: string[] = [];
  const lotIds: string[] = [];
  const lists = new Map<string, readonly string[]>();
  for (const event of events) {
    if (event.name === "reset") return null;
    if (event.name === "bids") {
      bidIds.push(...event.data.bidIds);
      lotIds.push(...event.data.lotIds);
    }
    if (event.name === "records")
      for (const { list, ids } of event.data.lists)
        lists.set(list, [...(lists.get(list) ?? []), ...ids]);
    if (event.name !== "lots") continue;
    for (const area of event.data.areas) {
      if (!area.lotIds && area.changed > 0) return null;
      lotIds.push(...(area.lotIds ?? []));
    }
  }
  return { bidIds, lotIds, lists };
}

export const hasNoChange = ({ bidIds, lotIds, lists }: ChangedRows): boolean =>
  bidIds.length === 0 && lotIds.length === 0 && lists.size === 0;

const isOfBids = ({ properties }: Pick<RowSchema, "properties">): boolean =>
  "bidId" in properties;

/** Returns the keys of the changed rows of a list, whose rows have this schema. */
export function changedIds(
  changed: ChangedRows,
  { name, pageType, store }: Pick<Resource, "name" | "pageType" | "store">,
  row: Pick<RowSchema, "properties">,
): readonly string[] {
  // Records may refer to bids.
  if (store) return changed.lists.get(name) ?? [];
  if (isOfBids(row)) return changed.bidIds;
  return pageType === undefined
    ? (changed.lists.get(name) ?? [])
    : changed.lotIds;
}

/**
 * Returns whether a row of a list, whose rows have this schema, may have changed. Its
 * computed fields may also change with other tables, which the events name by the list.
 */
export function mayHaveChanged(
  changed: ChangedRows,
  list: Pick<Resource, "name" | "pageType" | "store">,
  { row, id }: { row: Pick<RowSchema, "properties">; id: string },
): boolean {
  const isRecomputed =
    changed.lists.has(list.name) &&
    Object.values(row.properties).some(isComputed);
  return isRecomputed || changedIds(changed, list, row).includes(id);
}

/** Whether a changed row that is not on screen may be new, as a bid may. */
export const mayBeNew = isOfBids;
