import type { LotDetail, PlaceBidBody } from "../../../generated/schemas";
import { sentValue } from "../form/bidProperties";
import type { BidForm } from "../form/useBidForm";

/**
 * The body of the call that places a bid, as the terms have been accepted.
 * What is empty, and what is -1, is left out.
 */
export function bidBody({
  lot,
  lotType,
  amount,
  form,
}: {
  lot: LotDetail;
  lotType: PlaceBidBody["lotType"];
  amount: number;
  form: Pick<BidForm, "fields" | "valueOf">;
}): PlaceBidBody {
  const chosen = form.fields.flatMap(({ name, schema }) => {
    const value = sentValue(schema, form.valueOf(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    carId: lot.carCommonDetail.id,
    amount,
    ...Object.fromEntries(chosen),
    confirm: 1,
    lotType,
  };
}
