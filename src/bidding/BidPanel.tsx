import type { LotDetail } from "../../generated/schemas";

export function BidPanel(_: { lot: LotDetail }) {
  return null;
}
