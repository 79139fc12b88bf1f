import { useEffect, useState } from "react";
import { isShown, isStaleness, type Heard, type Shown } from "./messages";

/**
 * The draft that the workshop around this page has last shown it, and whether
 * there is another since, with mistakes.
 */
export function useShown(): { shown: Shown | null; isStale: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      const isWorkshop = source === parent && origin === location.origin;
      if (!isWorkshop) return;
      if (isShown(data)) setShown(data);
      if (isStaleness(data)) setStale(data.isStale);
    };
    addEventListener("message", hear);
    const ready: Heard = { kind: "seriba.preview.ready" };
    parent.postMessage(ready, location.origin);
    return () => {
      removeEventListener("message", hear);
    };
  }, []);
  return { shown, isStale };
}
