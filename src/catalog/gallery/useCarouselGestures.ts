import { useRef, type KeyboardEvent, type TouchEvent } from "react";

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The shortest swipe, in pixels. */
const minSwipePx = 40;

/**
 * Returns handlers that move through pictures: by arrow keys, and by swipes over the
 * large picture. A strip that scrolls sideways must not get `swipes`.
 */
export function useCarouselGestures(move: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined || event.altKey || event.metaKey || event.ctrlKey)
      return;
    event.preventDefault();
    move(by);
  };
  const swipes = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) < minSwipePx || Math.abs(across) < Math.abs(down))
        return;
      move(across < 0 ? 1 : -1);
    },
  };
  return { onKeyDown, swipes };
}
