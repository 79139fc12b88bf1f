import { useEffect, useState, type RefObject } from "react";

/** How much a page of so many pixels shrinks to stand in a place. */
export function useScale(
  place: RefObject<HTMLElement | null>,
  width: number,
): number {
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const element = place.current;
    if (!element || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom(entry.contentRect.width);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [place]);
  return Math.min(1, Math.max(room, 1) / width);
}
