import { useId } from "react";
import type { AuctionSheetSheet } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { carPanels } from "./carPanels";
import styles from "./CarMap.module.css";

type Mark = AuctionSheetSheet["marks"][number];

const size = { width: 400, height: 240 };

/**
 * The car seen from above with its damage codes. Hover, focus and a tap explain a
 * code; Escape closes the explanation.
 */
export function CarMap({
  marks,
  active,
  onActive,
}: {
  marks: readonly Mark[];
  /** The index of the mark that is explained. */
  active: number | null;
  onActive: (index: number | null) => void;
}) {
  const t = useT();
  const tipId = useId();
  const places = placesOf(marks);
  const shown = active === null ? undefined : marks[active];
  const damaged = new Set(marks.map(({ panel }) => panel));
  return (
    <div
      className={styles.map}
      role="group"
      aria-label={t("lot.sheet.map", { smart_count: marks.length })}
      onKeyDown={({ key }) => {
        if (key === "Escape") onActive(null);
      }}
    >
      <div className={styles.car}>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden="true"
        >
          {Object.entries(carPanels).map(([panel, { path }]) => (
            <path
              key={panel}
              d={path}
              className={classes(
                styles.panel,
                damaged.has(panel) && styles.damaged,
                shown?.panel === panel && styles.active,
              )}
            />
          ))}
        </svg>
        {marks.map(({ code, panelName, meaning }, index) => {
          const place = places[index];
          if (!place) return null;
          const isActive = index === active;
          return (
            <button
              key={index}
              type="button"
              className={classes(styles.mark, isActive && styles.active)}
              style={{
                left: `${(100 * place.x) / size.width}%`,
                top: `${(100 * place.y) / size.height}%`,
              }}
              aria-label={`${code}. ${panelName}: ${meaning}`}
              aria-describedby={isActive ? tipId : undefined}
              onPointerEnter={({ pointerType }) => {
                if (pointerType === "mouse") onActive(index);
              }}
              onPointerLeave={({ pointerType }) => {
                if (pointerType === "mouse") onActive(null);
              }}
              onFocus={() => {
                onActive(index);
              }}
              onBlur={() => {
                onActive(null);
              }}
              onClick={() => {
                onActive(index);
              }}
            >
              {code}
            </button>
          );
        })}
      </div>
      <p id={tipId} className={styles.tip}>
        {shown ? (
          <>
            <b>{shown.code}</b> {shown.panelName}: {shown.meaning}
          </>
        ) : (
          marks.length > 0 && t("lot.sheet.mapHint")
        )}
      </p>
    </div>
  );
}

/** Returns the place of each mark; marks of one panel stand beside each other. */
function placesOf(marks: readonly Mark[]) {
  const counts = new Map<string, number>();
  return marks.map(({ panel }) => {
    const found = carPanels[panel];
    if (!found) return null;
    const before = counts.get(panel) ?? 0;
    counts.set(panel, before + 1);
    const [growX, growY] = found.grow;
    return { x: found.x + growX * before, y: found.y + growY * before };
  });
}
