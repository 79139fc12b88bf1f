import { useEffect, useRef, type RefObject } from "react";

/**
 * Returns the ref of an element that takes the focus after each change, because the button
 * that the person has pressed is gone.
 */
export function useFocusAfter<Target extends HTMLElement>(
  change: object | null,
): RefObject<Target | null> {
  const ref = useRef<Target>(null);
  useEffect(() => {
    if (change) ref.current?.focus();
  }, [change]);
  return ref;
}
