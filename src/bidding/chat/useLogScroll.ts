import { useLayoutEffect, useRef } from "react";

/** A log scrolled to within these pixels of its end counts as being at the end. */
const endPx = 24;

/**
 * Keeps the messages in place that somebody reads: a log at its end follows new
 * messages, any other log stays where it is, also when earlier messages are added
 * above. `first` and `last` change with the first and the last message.
 */
export function useLogScroll({
  first,
  last,
  onAtEnd,
}: {
  first: string | undefined;
  last: string;
  /** Called with whether the newest message is visible. */
  onAtEnd: (isAtEnd: boolean) => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const shown = useRef<{ first: string | undefined; height: number }>({
    first: undefined,
    height: 0,
  });

  useLayoutEffect(() => {
    const { current: log } = ref;
    if (!log) return;
    const { first: before, height } = shown.current;
    if (isAtEnd.current) log.scrollTop = log.scrollHeight;
    else if (before !== first) log.scrollTop += log.scrollHeight - height;
    shown.current = { first, height: log.scrollHeight };
  }, [first, last]);

  return {
    ref,
    onScroll: () => {
      const { current: log } = ref;
      if (!log) return;
      const left = log.scrollHeight - log.clientHeight - log.scrollTop;
      isAtEnd.current = left < endPx;
      onAtEnd(isAtEnd.current);
    },
    /** Goes to the newest message. */
    toEnd: () => {
      isAtEnd.current = true;
      onAtEnd(true);
      const { current: log } = ref;
      if (log) log.scrollTop = log.scrollHeight;
    },
  };
}
