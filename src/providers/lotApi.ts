import { detailCall } from "../../domain/listing/defaultCalls";
import type { LotDetail, LotDetailCallReply } from "../../generated/schemas";
import { request, requestEarly } from "./http";

/** Starts the call of `getLot` before the lot's screen is loaded. */
export const prefetchLot = (path: string, id: string): void => {
  const call = detailCall(path, id);
  requestEarly(call.path, call.query);
};

/** Returns a lot in full. `path` is the detail call of the lot's resource. */
export async function getLot(
  path: string,
  { id, signal }: { id: string; signal?: AbortSignal },
): Promise<LotDetail> {
  const call = detailCall(path, id);
  const reply = await request<LotDetailCallReply>(call.path, {
    query: call.query,
    signal,
  });
  return reply.detail;
}
