import { useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { useSize } from "../../ui/useSize";
import { useWorkshop } from "../WorkshopContext";
import { listen, send, type As } from "./messages";
import { useLastValid } from "./useLastValid";
import styles from "./preview.module.css";

/** The width in pixels of the simulated screens. */
const screenWidths = { desk: 1280, phone: 390 } as const;

export type Screen = keyof typeof screenWidths;

/** The list over the draft, in a page of its own, scaled to the space it has. */
export function PreviewFrame({ as, screen }: { as: As; screen: Screen }) {
  const t = useT();
  const workshop = useWorkshop();
  const { document, isStale } = useLastValid(workshop);
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const size = useSize(place);
  const width = screenWidths[screen];
  const scale = size ? Math.min(1, size.width / width) : 1;

  useEffect(
    () =>
      listen(
        () => frame.current?.contentWindow,
        ({ kind }) => {
          if (kind === "seriba.preview.ready") setReady(true);
        },
      ),
    [],
  );

  useEffect(() => {
    const kind = "seriba.preview.show";
    if (isReady) send(frame.current?.contentWindow, { kind, document, as });
  }, [isReady, document, as]);

  useEffect(() => {
    const kind = "seriba.preview.stale";
    if (isReady) send(frame.current?.contentWindow, { kind, isStale });
  }, [isReady, isStale]);

  return (
    <div ref={place} className={styles.place}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={t("workshop.preview.title")}
        src={`/workspace/preview/${workshop.published.id}`}
        style={{
          width,
          height: (size?.height ?? 0) / scale,
          transform: `scale(${String(scale)})`,
        }}
      />
    </div>
  );
}
