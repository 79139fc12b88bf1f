import type { LotDetail, LotDetailCallReply } from "../../generated/schemas";
import { request, requestEarly } from "./http";

/** Starts the call of `getLot` before the lot's screen is loaded. */
export const prefetchLot = (path: string, id: string): void => {
  requestEarly(path, { id });
};

/** Returns a lot in full. `path` is the detail call of the lot's resource. */
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
