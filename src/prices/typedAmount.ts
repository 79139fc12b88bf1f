import { useEffect, useMemo } from "react";
import { createStore, useStoreValue } from "../providers/store";

/** The amount that somebody types for a car, and how to type another one. */
type TypedAmount = {
  /** The list and the id of the car. */
  car: string;
  amount: number | null;
  onAmount: (amount: number) => void;
};

// The form of the bid and the card have no parent of this area in common.
const typedStore = createStore<TypedAmount | null>(null);

/** Keeps the amount in a form for the card of the same car, until the form is gone. */
export function useNoteAmount(
  car: string,
  {
    amount,
    onAmount,
  }: {
    amount: number | null;
    onAmount: ((amount: number) => void) | undefined;
  },
): void {
  const noted = useMemo(() => ({ latest: onAmount }), []);
  useEffect(() => {
    noted.latest = onAmount;
  });
  const isTyped = onAmount !== undefined;
  useEffect(() => {
    if (!isTyped) return;
    const own: TypedAmount = {
      car,
      amount,
      onAmount: (next) => noted.latest?.(next),
    };
    typedStore.set(own);
    return () => {
      if (typedStore.get() === own) typedStore.set(null);
    };
  }, [car, amount, isTyped, noted]);
}

/** Returns the amount in the form of a car; null if there is no form. */
export function useTypedAmount(car: string): TypedAmount | null {
  const typed = useStoreValue(typedStore);
  return typed?.car === car ? typed : null;
}
