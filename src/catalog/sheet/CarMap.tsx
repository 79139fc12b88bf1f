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

/** Marks are this far apart, 24 pixels also on a narrow map, to be easy to hit. */
const apart = 32;

type Place = { x: number; y: number };

/** Steps to the places around a mark, the nearest first. */
const around: readonly Place[] = [-3, -2, -1, 0, 1, 2, 3]
  .flatMap((x) => [-3, -2, -1, 0, 1, 2, 3].map((y) => ({ x, y })))
  .toSorted((a, b) => a.x ** 2 + a.y ** 2 - b.x ** 2 - b.y ** 2);

/**
 * Returns the place of each mark: on its panel, with marks of one panel beside each
 * other, or the nearest place that no earlier mark takes.
 */
function placesOf(marks: readonly Mark[]): (Place | null)[] {
  const counts = new Map<string, number>();
  const taken: Place[] = [];
  const isFree = ({ x, y }: Place) =>
    x >= apart / 2 &&
    x <= size.width - apart / 2 &&
    y >= apart / 2 &&
    y <= size.height - apart / 2 &&
    taken.every(
      (other) =>
        Math.abs(other.x - x) >= apart || Math.abs(other.y - y) >= apart,
    );
  return marks.map(({ panel }) => {
    const found = carPanels[panel];
    if (!found) return null;
    const before = counts.get(panel) ?? 0;
    counts.set(panel, before + 1);
    const [growX, growY] = found.grow;
    const wanted = { x: found.x + growX * before, y: found.y + growY * before };
    const near = around.map(({ x, y }) => ({
      x: wanted.x + x * apart,
      y: wanted.y + y * apart,
    }));
    const place = near.find(isFree) ?? wanted;
    taken.push(place);
    return place;
  });
}
