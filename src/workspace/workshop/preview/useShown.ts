import { useEffect, useState } from "react";
import { isShown, type Heard, type Shown } from "./messages";

/** The draft that the workshop around this page has last shown it. */
export function useShown(): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      const isWorkshop = source === parent && origin === location.origin;
      if (isWorkshop && isShown(data)) setShown(data);
    };
    addEventListener("message", hear);
    const ready: Heard = { kind: "seriba.preview.ready" };
    parent.postMessage(ready, location.origin);
    return () => {
      removeEventListener("message", hear);
    };
  }, []);
  return shown;
}
