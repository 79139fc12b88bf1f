import type {
  BidGroupReply,
  BidTypeReply,
  PlaceBidBody,
  PlaceBidReply,
  PlaceBidResult,
} from "../../generated/schemas";
import { request } from "./http";

/** Returns the groups that a bid can belong to. */
export async function getBidGroups(
  signal?: AbortSignal,
): Promise<BidGroupReply["options"]> {
  const { options } = await request<BidGroupReply>("/bid/group", { signal });
  return options;
}

/** Returns the export types of a bid, in the reader's language. */
export async function getBidTypes(
  signal?: AbortSignal,
): Promise<BidTypeReply["options"]> {
  const { options } = await request<BidTypeReply>("/bid/type", { signal });
  return options;
}

/**
 * Places a bid. Retries with the same `idempotencyKey` place only one bid.
 * Omit the key for servers that do not accept the header.
 */
export async function placeBid(
  body: PlaceBidBody,
  idempotencyKey?: string,
): Promise<PlaceBidResult> {
  const { result } = await request<PlaceBidReply>("/bid/create", {
    method: "POST",
    body,
    headers: idempotencyKey ? { "Idempotency-Key": idempotencyKey } : undefined,
  });
  return result;
}
