import { useEffect, type RefObject } from "react";

/** Pixels of the headings and of the row that stays visible below them. */
const headAndRow = 90;

/** Pixels of the frame of the grid above its headings. */
const border = 1;

/**
 * Keeps the headings of the grid at the top of the window while its rows scroll. The
 * grid scrolls sideways in a frame of its own, in which `position: sticky` would refer
 * to the frame instead of the window.
 */
export function useStickyHead(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let drawing = 0;
    const shift = () => {
      drawing = 0;
      const { current } = frame;
      if (!current) return;
      const { top, height } = current.getBoundingClientRect();
      const pixels = Math.max(0, Math.min(-top - border, height - headAndRow));
      current.style.setProperty("--head-shift", `${pixels}px`);
    };
    const onScroll = () => {
      drawing ||= requestAnimationFrame(shift);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      cancelAnimationFrame(drawing);
    };
  }, [frame]);
}
