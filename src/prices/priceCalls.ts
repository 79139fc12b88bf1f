import { useQuery, useMutation } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { isComputed } from "../../domain/computed/rule";
import type {
  PriceOptionsReply,
  SumsReply,
  UpdateSettingBody,
} from "../../generated/schemas";
import { errorText } from "../providers/errorText";
import { request } from "../providers/http";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { reloadProfile, useSignedIn } from "../providers/session";
import { useSharedCall } from "../providers/sharedCall";
import { useWorkspace } from "../providers/workspace";

/** A car of a list. */
export type PricedCar = {
  resource: { name: string; row: string };
  id: string;
};

export type Sum = SumsReply["sums"][number];
export type PriceOption = PriceOptionsReply["options"][number];

/** Returns whether the server computes prices of these rows for the viewer. */
export function useHasPrices({ resource: { row } }: PricedCar): boolean {
  const workspace = useWorkspace();
  return (
    workspace.isOwnServer &&
    Object.values(workspace.row(row).properties).some(isComputed)
  );
}

/**
 * Reads the sums of a car for the viewer, once for all screens. Live events about the
 * tables of rates read them again by the name of the list in the key.
 */
export function useSums({ resource: { name: list }, id }: PricedCar) {
  const { destination = null } = useSignedIn().detail;
  return useQuery({
    queryKey: ["sums", list, id, destination],
    queryFn: ({ signal }) =>
      request<SumsReply>("/sums", { query: { list, id }, signal }),
  });
}

/** After this time options are read again when a screen needs them. */
const optionsStaleMs = 60_000;

/** Reads the destinations or the currencies that users may choose. */
export const usePriceOptions = (name: "destinations" | "currencies") =>
  useSharedCall<PriceOptionsReply>({
    key: ["prices", name, currentLanguage()],
    path: `/prices/${name}`,
    query: {},
    staleMs: optionsStaleMs,
  });

/** Returns the rate of the viewer's currency; undefined for yen, or without a rate. */
export function useOwnRate(): PriceOption | undefined {
  const { currency = null } = useSignedIn().detail;
  const { data } = usePriceOptions("currencies");
  return data?.options.find(({ value }) => value === currency);
}

type Choice = Pick<UpdateSettingBody, "destination" | "currency">;

/**
 * Returns a function that saves the viewer's destination or currency at once, and the
 * choice that is being saved. If it is refused, a message gives the reason.
 */
export function usePriceChoice() {
  const t = useT();
  const notify = useNotify();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (choice: Choice) => {
      await request("/user/update-setting", { method: "PUT", body: choice });
      // The choice is saved; the next call shows it if this one fails.
      await reloadProfile().catch(() => undefined);
    },
    onError: (error) => {
      notify(errorText(error, t), { type: "error" });
    },
  });
  return { choose: mutate, pending: isPending ? variables : undefined };
}
