import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import styles from "./Callout.module.css";

/** Pixels between the callout, its anchor and the edge of the window. */
const gap = 4;

/**
 * A note below an element, or above it where the window ends. It takes no focus and no
 * room in the page, so that rows keep their height. It is drawn over scrolling frames.
 */
export function Callout({
  anchor,
  children,
}: {
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: box } = note;
    if (!box) return;
    box.showPopover();
    const move = () => {
      const { left, top, bottom } = anchor.current?.getBoundingClientRect() ?? {
        left: 0,
        top: 0,
        bottom: 0,
      };
      const { offsetWidth: width, offsetHeight: height } = box;
      const isBelow = bottom + gap + height <= innerHeight;
      const x = Math.min(left, innerWidth - width - gap);
      box.style.left = `${Math.max(gap, x)}px`;
      box.style.top = `${isBelow ? bottom + gap : top - gap - height}px`;
    };
    move();
    const sizes =
      "ResizeObserver" in globalThis ? new ResizeObserver(move) : undefined;
    sizes?.observe(box);
    const options = { capture: true, passive: true };
    addEventListener("scroll", move, options);
    addEventListener("resize", move);
    return () => {
      sizes?.disconnect();
      removeEventListener("scroll", move, options);
      removeEventListener("resize", move);
    };
  }, [anchor]);
  return (
    <div ref={note} popover="manual" className={styles.callout}>
      {children}
    </div>
  );
}
