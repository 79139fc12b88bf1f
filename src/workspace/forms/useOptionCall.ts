import { useQuery } from "@tanstack/react-query";
import type { Field } from "../../../domain/resource";
import { request } from "../../providers/http";
import type { WidgetOption } from "../registry/areaModule";

export type OptionsReply = {
  options: readonly { value: string | number; label: string }[];
};

/** Returns the key under which the reply of an option call is cached. */
export const optionsKey = (path: string) => ["options", path] as const;

/**
 * Loads the options of a field whose schema names a call in `x-options`; they
 * are undefined for other fields, and until the call has answered.
 */
export function useOptionCall({ "x-options": call }: Field): {
  options: readonly WidgetOption[] | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
} {
  const path = call?.path ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: optionsKey(path),
    enabled: path !== "",
    queryFn: ({ signal }) => request<OptionsReply>(path, { signal }),
  });
  const options = data?.options.map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  return { options, error, isFetching, retry: () => void refetch() };
}
