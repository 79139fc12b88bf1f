import { useEffect, useState, type RefCallback } from "react";

/**
 * Returns the ref of an element whose changes of size call `onResize`, as when the
 * content of a card loads after the card was placed.
 */
export function useFollowSize(onResize: () => void): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(onResize);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, onResize]);
  return setElement;
}
