import { useState } from "react";

type Ends<End> = { from: End | null; to: End | null };

const isUpsideDown = <End extends string | number>({ from, to }: Ends<End>) =>
  from !== null && to !== null && from > to;

/**
 * Two ends that are being typed. Upside down they are shown and marked but not
 * passed on, until they are right or replaced from elsewhere.
 */
export function useOrdered<End extends string | number>(
  value: Ends<End>,
  onChange: (value: Ends<End>) => void,
): Ends<End> & { isWrong: boolean; change: (ends: Ends<End>) => void } {
  const [held, setHeld] = useState<(Ends<End> & { over: Ends<End> }) | null>(
    null,
  );
  const isHeld =
    held !== null && held.over.from === value.from && held.over.to === value.to;
  const { from, to } = isHeld ? held : value;
  return {
    from,
    to,
    isWrong: isHeld,
    change: (ends) => {
      if (isUpsideDown(ends)) {
        setHeld({ ...ends, over: value });
        return;
      }
      setHeld(null);
      onChange(ends);
    },
  };
}
