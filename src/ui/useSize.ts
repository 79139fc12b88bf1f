import { useEffect, useState, type RefObject, type RefCallback } from "react";

type Size = { width: number; height: number };

/** Returns the size of an element in pixels, null before it is measured. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      if (width > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

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
