import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { Skeleton } from "./Skeleton";

/** How far below the window a block begins to load. */
const margin = "600px";

/**
 * Draws its children once they come near the window. Until they have loaded it keeps
 * their place free, so that nothing moves. `height` is in pixels.
 */
export function LazyBlock({
  height,
  children,
}: {
  height: number;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(
    () => typeof IntersectionObserver === "undefined",
  );
  useEffect(() => {
    const block = ref.current;
    if (isNear || !block) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(block);
    return () => {
      observer.disconnect();
    };
  }, [isNear]);
  const placeholder = <Skeleton height={height} />;
  return isNear ? (
    <Suspense fallback={placeholder}>{children}</Suspense>
  ) : (
    <div ref={ref}>{placeholder}</div>
  );
}
