import { useQuery } from "@tanstack/react-query";
import type { GetCountryListReply } from "../../generated/schemas";
import { currentLanguage } from "../providers/i18n/language";
import { request } from "../providers/http";

/** Returns the name of a country in the reader's language; null until it is loaded. */
export function useCountryName(id: number | null): string | null {
  const countries = useQuery({
    queryKey: ["countries", currentLanguage()],
    queryFn: ({ signal }) =>
      request<GetCountryListReply>("/site/get-country-list", { signal }),
    enabled: id !== null,
    staleTime: Infinity,
  });
  const found = countries.data?.find(({ value }) => value === id);
  return found?.label ?? null;
}
