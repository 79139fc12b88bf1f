import { fieldType } from "../../../domain/resource";
import type { LotDetail, PlaceBidBody } from "../../../generated/schemas";
import { noneChosen } from "../form/bidProperties";
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
    const value = form.valueOf(name);
    const written = typeof value === "string" ? value.trim() : value;
    if (written === null || written === "" || written === noneChosen) return [];
    const isNumber = fieldType(schema) === "integer";
    return [[name, isNumber ? Number(written) : written] as const];
  });
  return {
    carId: lot.carCommonDetail.id,
    amount,
    ...Object.fromEntries(chosen),
    confirm: 1,
    lotType,
  };
}
