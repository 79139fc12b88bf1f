import { useQuery, useMutation } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useEffect, useRef } from "react";
import { isComputedPrice } from "../../domain/computedPrice";
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
    Object.values(workspace.row(row).properties).some(isComputedPrice)
  );
}

/**
 * Reads the prices of a car for the viewer, once for all screens. Live events about the
 * tables of rates read them again by the name of the list in the key. `destination` is the
 * port that the sums are for: the viewer may have chosen another one on another device, and
 * then the profile is read again.
 */
export function useSums({ resource: { name: list, row }, id }: PricedCar) {
  const { destination: known = null } = useSignedIn().detail;
  const { properties } = useWorkspace().row(row);
  const query = useQuery({
    queryKey: ["sums", list, id, known],
    queryFn: ({ signal }) =>
      request<SumsReply>("/sums", { query: { list, id }, signal }),
    select: (reply) => ({
      ...reply,
      sums: reply.sums.filter(({ field }) =>
        isComputedPrice(properties[field]),
      ),
    }),
  });
  const { reader } = query.data ?? {};
  const destination = reader ? (reader.destination ?? null) : known;
  useEffect(() => {
    if (destination !== known) reloadProfile().catch(() => undefined);
  }, [destination, known]);
  return { ...query, destination };
}

/** Options follow live events. Without them they are read again after this time. */
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
 * choice that is being saved. Choices are saved one after another, and each select skips a
 * waiting choice when a later one is made. If a choice is refused, a message gives the reason.
 */
export function usePriceChoice() {
  const t = useT();
  const notify = useNotify();
  const latest = useRef<Choice>(undefined);
  const { mutate, isPending, variables } = useMutation({
    scope: { id: "priceChoice" },
    mutationFn: async (choice: Choice) => {
      if (choice !== latest.current) return;
      await request("/user/update-setting", { method: "PUT", body: choice });
      // The choice is saved; the next call shows it if this one fails.
      await reloadProfile().catch(() => undefined);
    },
    onError: (error) => {
      notify(errorText(error, t), { type: "error" });
    },
  });
  return {
    choose: (choice: Choice) => {
      latest.current = choice;
      mutate(choice);
    },
    pending: isPending ? variables : undefined,
  };
}
