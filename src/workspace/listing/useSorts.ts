import type { ChosenSort } from "../../../domain/listing/state";
import { useListing } from "./ListingContext";

export type SortChoice = {
  key: string;
  sort: ChosenSort | null;
  label: string;
};

export const sortKey = (sort: ChosenSort | null): string =>
  sort ? `${sort.id} ${sort.order}` : "";

/** Every order a list can have: its own, and each sort both ways. */
export function useSorts(): SortChoice[] {
  const { resource, labels } = useListing();
  const chosen = resource.sorts.flatMap(({ id }): ChosenSort[] => [
    { id, order: "ASC" },
    { id, order: "DESC" },
  ]);
  return [null, ...chosen].map((sort) => ({
    key: sortKey(sort),
    sort,
    label: labels.sort(sort),
  }));
}
