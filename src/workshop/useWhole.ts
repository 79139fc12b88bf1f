import { useQuery } from "@tanstack/react-query";
import { useDataProvider, type RaRecord } from "ra-core";

/**
 * A record as its own call gives it. react-admin's `useGetOne` would begin from
 * the shorter one that a list of them has left.
 */
export function useWhole<Whole extends RaRecord>(resource: string, id: string) {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: [resource, "whole", id],
    queryFn: async ({ signal }) => {
      const params = { id, signal };
      const { data } = await dataProvider.getOne<Whole>(resource, params);
      return data;
    },
  });
}
