import { useQuery } from "@tanstack/react-query";
import type { BodyField } from "./formValues";
import { request } from "../../providers/http";
import type { WidgetOption } from "../registry/areaModule";

export type Options = readonly { value: string | number; label: string }[];
type OptionsReply = { options: Options } | Options;

const optionsOf = (reply: OptionsReply): Options =>
  "options" in reply ? reply.options : reply;

/** Returns the key under which the reply of an option call is cached. */
export const optionsKey = (path: string) => ["options", path] as const;

/**
 * Loads the options of a field whose schema names a call in `x-options`; they
 * are undefined for other fields, and until the call has answered.
 */
export function useOptionCall({ "x-options": call }: BodyField): {
  options: readonly WidgetOption[] | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
} {
  const path = call?.path ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: optionsKey(path),
    enabled: path !== "",
    queryFn: async ({ signal }) =>
      optionsOf(await request<OptionsReply>(path, { signal })),
  });
  const options = data?.map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  return { options, error, isFetching, retry: () => void refetch() };
}
