import { useEffect, useRef } from "react";
import { createStore, useStoreValue } from "../providers/store";

/** The amount that somebody types for a car, and how to type another one. */
export type TypedAmount = {
  /** The list and the id of the car. */
  car: string;
  amount: number | null;
  onAmount: (amount: number) => void;
};

// The form of the bid and the card have no parent of this area in common. On phones a
// form is on the page and in the dialog over it.
const typedStore = createStore<readonly TypedAmount[]>([]);

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
  const latest = useRef(onAmount);
  useEffect(() => {
    latest.current = onAmount;
  });
  const isTyped = onAmount !== undefined;
  useEffect(() => {
    if (!isTyped) return;
    const own: TypedAmount = {
      car,
      amount,
      onAmount: (next) => latest.current?.(next),
    };
    typedStore.set([...typedStore.get(), own]);
    return () => {
      typedStore.set(typedStore.get().filter((form) => form !== own));
    };
  }, [car, amount, isTyped]);
}

/** Returns the amount in the form of a car; null if there is no form. */
export function useTypedAmount(car: string): TypedAmount | null {
  const forms = useStoreValue(typedStore);
  return forms.findLast((form) => form.car === car) ?? null;
}
