import type { QueryClient } from "@tanstack/react-query";
import type {
  BidFromManagerBody,
  LotDetail,
  PlaceBidBody,
  UpdateBidPriceBody,
} from "../../../generated/schemas";
import {
  clientField,
  noneOption,
  sentValue,
  standingKey,
} from "../form/useBidOptions";
import type { BidForm } from "../form/useBidForm";
import type { BidTarget, OwnBid } from "../facts/bidTarget";
import { widgetText } from "../../workspace/widgets/widgetText";

type BidRequest = { lotType: PlaceBidBody["lotType"]; amount: number } & {
  lot: LotDetail;
  form: Pick<BidForm, "fields" | "valueOf">;
};

/** Returns the call that places or changes the bid of a form. */
export function bidRequest(
  target: BidTarget,
  request: BidRequest,
): {
  method: "POST" | "PUT";
  path: string;
  body: PlaceBidBody | BidFromManagerBody | UpdateBidPriceBody;
} {
  if (target.kind === "change") {
    const body = changeBody(target.bid, request);
    return { method: "PUT", path: "/bid/update-bid-price", body };
  }
  const body = bidBody(request);
  if (target.kind !== "client")
    return { method: "POST", path: "/bid/create", body };
  const userId = widgetText(request.form.valueOf(clientField));
  return {
    method: "POST",
    path: "/bid/bid-from-manager",
    body: { ...body, userId },
  };
}

/** Returns the body of a new bid. Empty fields are left out. */
function bidBody({ lot, lotType, amount, form }: BidRequest): PlaceBidBody {
  const fields = form.fields.flatMap(({ name, schema }) => {
    const value = sentValue(schema, form.valueOf(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    carId: lot.carCommonDetail.id,
    amount,
    ...Object.fromEntries(fields),
    confirm: 1,
    lotType,
  };
}

/** Returns the body of a change. An empty choice is sent, to remove the former one. */
function changeBody(
  { bidId, version }: OwnBid,
  { amount, form }: BidRequest,
): UpdateBidPriceBody {
  const names = form.fields.map(({ name }) => name);
  const chosen = (name: string) => {
    const value = form.valueOf(name);
    return value === null || value === noneOption ? null : Number(value);
  };
  return {
    jasId: bidId,
    amount,
    ...(names.includes("bidGroup") && { bidGroup: chosen("bidGroup") }),
    ...(names.includes("bidType") && {
      exportType: chosen("bidType") as UpdateBidPriceBody["exportType"],
    }),
    ...(version === undefined ? {} : { version }),
  };
}

const listMethods = ["getList", "getInfiniteList", "board"];

/** The first word of the keys of other queries that contain bids. */
const bidQueries = [
  "bid-client",
  "bid-logs",
  standingKey,
  "compare",
  "menu-counters",
];

/**
 * Marks the queries that show a changed bid as out of date: the page of its lot, lists
 * and counters. Queries that are on screen load again.
 */
export const refreshBid = (
  queryClient: QueryClient,
  lotId: string,
): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, second, third] }) =>
      kind === "detail"
        ? third === lotId
        : bidQueries.includes(String(kind)) ||
          listMethods.includes(String(second)),
  });
