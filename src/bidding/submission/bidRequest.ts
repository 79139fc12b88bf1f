import type { LotDetail, PlaceBidBody } from "../../../generated/schemas";
import { sentValue } from "../form/bidProperties";
import type { BidForm } from "../form/useBidForm";

/** Returns the body of `POST /bid/create`. Empty fields are left out. */
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
