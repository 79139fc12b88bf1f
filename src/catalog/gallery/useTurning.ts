import { useRef, type KeyboardEvent, type TouchEvent } from "react";

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** A finger has to go this far, in pixels, for the picture to turn. */
const swipe = 40;

/** Turns pictures by the arrow keys and by a swipe of one finger. */
export function useTurning(move: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const by = keys[event.key];
      if (by === undefined || event.altKey || event.metaKey || event.ctrlKey)
        return;
      event.preventDefault();
      move(by);
    },
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
      if (Math.abs(across) < swipe || Math.abs(across) < Math.abs(down)) return;
      move(across < 0 ? 1 : -1);
    },
  };
}
