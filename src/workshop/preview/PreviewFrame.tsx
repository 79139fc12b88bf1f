import { useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { useWorkshop } from "../WorkshopContext";
import { isHeard, type As, type Shown, type Stale } from "./messages";
import { useLastGood } from "./useLastGood";
import { useScale } from "./useScale";
import styles from "./preview.module.css";

/** Pixels of the screens that the preview stands for. */
const screens = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
} as const;

export type Screen = keyof typeof screens;

/** The real list over the draft, in a page of its own. */
export function PreviewFrame({ as, screen }: { as: As; screen: Screen }) {
  const t = useT();
  const workshop = useWorkshop();
  const { document, isStale } = useLastGood(workshop);
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const { width, height } = screens[screen];
  const scale = useScale(place, width);

  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      const isOurs =
        source === frame.current?.contentWindow && origin === location.origin;
      if (isOurs && isHeard(data)) setReady(true);
    };
    addEventListener("message", hear);
    return () => {
      removeEventListener("message", hear);
    };
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const message: Shown = { kind: "seriba.preview", document, as };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, document, as]);

  useEffect(() => {
    if (!isReady) return;
    const message: Stale = { kind: "seriba.preview.stale", isStale };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, isStale]);

  return (
    <div
      ref={place}
      className={styles.place}
      style={{ height: height * scale }}
    >
      <iframe
        ref={frame}
        className={styles.frame}
        title={t("workshop.preview.title")}
        src={`/workspace/preview/${workshop.published.id}`}
        style={{ width, height, transform: `scale(${String(scale)})` }}
      />
    </div>
  );
}
