import type {
  BidGroupReply,
  BidTypeReply,
  LotDetail,
  LotDetailCallReply,
  PlaceBidBody,
  PlaceBidReply,
  PlaceBidResult,
} from "../../generated/schemas";
import { request, requestEarly } from "./http";

export type BidGroup = BidGroupReply["options"][number];
export type BidType = BidTypeReply["options"][number];

/** Begins `getLot` before the screen that wants it is loaded. */
export const beginLot = (path: string, id: string): void => {
  requestEarly(path, { id });
};

/** A lot in full, by the detail call of its resource. */
export async function getLot(
  path: string,
  { id, signal }: { id: string; signal?: AbortSignal },
): Promise<LotDetail> {
  const reply = await request<LotDetailCallReply>(path, {
    query: { id },
    signal,
  });
  return reply.detail;
}

/** The groups a bid can belong to. */
export async function getBidGroups(signal?: AbortSignal): Promise<BidGroup[]> {
  const { options } = await request<BidGroupReply>("/bid/group", { signal });
  return options;
}

/** The types of a bid (the ways of export), in the reader's language. */
export async function getBidTypes(signal?: AbortSignal): Promise<BidType[]> {
  const { options } = await request<BidTypeReply>("/bid/type", { signal });
  return options;
}

/**
 * Places a bid. `key` is the same for all retries of one action, so that it
 * has one effect; leave it out for a server that may not know the header.
 */
export async function placeBid(
  body: PlaceBidBody,
  key?: string,
): Promise<PlaceBidResult> {
  const { result } = await request<PlaceBidReply>("/bid/create", {
    method: "POST",
    body,
    headers: key ? { "Idempotency-Key": key } : undefined,
  });
  return result;
}
