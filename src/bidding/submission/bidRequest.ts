import { useRef } from "react";
import type { LotDetail, PlaceBidBody } from "../../../generated/schemas";
import { randomId } from "../../providers/randomId";
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

/**
 * Gives each bid its idempotency key. Retries of the same body get the same
 * key; another body, and any body after `forget`, gets a new key.
 */
export function useIdempotencyKey() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor: (body: PlaceBidBody): string => {
      const text = JSON.stringify(body);
      if (last.current?.body !== text)
        last.current = { body: text, key: randomId() };
      return last.current.key;
    },
    forget: () => {
      last.current = null;
    },
  };
}
