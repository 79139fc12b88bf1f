import { useId } from "react";
import type { AuctionSheetSheet } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
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

/**
 * The panels of the car map on a grid of 400 by 240, the car unfolded and seen
 * from above with its nose at the left: its left side is at the bottom. `grow` says
 * where further marks of the same panel go.
 */
type CarPanel = {
  path: string;
  x: number;
  y: number;
  grow: readonly [x: number, y: number];
};

const right = [26, 0] as const;
const up = [0, -22] as const;
const down = [0, 22] as const;

const panel = (
  path: string,
  x: number,
  y: number,
  grow: CarPanel["grow"] = right,
): CarPanel => ({ path, x, y, grow });

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;

export const carPanels: Readonly<Record<string, CarPanel>> = {
  "front-bumper": panel("M58 82q-26 38 0 76h-14q-24-38 0-76z", 36, 120, up),
  bonnet: panel("M60 82h72q-8 38 0 76h-72q-26-38 0-76z", 84, 120, up),
  windscreen: panel(
    "M134 84l32 10q-5 26 0 52l-32 10q-8-36 0-72z",
    148,
    120,
    up,
  ),
  roof: panel("M168 94h84v52h-84q-5-26 0-52z", 196, 120),
  "rear-window": panel("M254 94l24-10q6 36 0 72l-24-10z", 265, 120, up),
  boot: panel("M280 84h48q12 36 0 72h-48q6-36 0-72z", 302, 120, up),
  "rear-bumper": panel("M332 84h16q16 36 0 72h-16q12-36 0-72z", 350, 120, up),
  "right-front-fender": panel("M62 80l6-36h62v36z", 98, 66, up),
  "right-front-door": panel("M132 80v-36h62v36z", 163, 66, up),
  "right-rear-door": panel("M196 80v-36h58v36z", 225, 66, up),
  "right-quarter": panel("M256 80v-36h66l8 36z", 292, 66, up),
  "right-sill": panel("M132 42v-8h122v8z", 193, 24, right),
  "right-front-wheel": panel(circle(98, 30, 16), 98, 26, right),
  "right-rear-wheel": panel(circle(290, 30, 16), 290, 26, right),
  "right-mirror": panel("M134 82l-8-14h14l6 14z", 138, 82, right),
  "left-front-fender": panel("M62 160l6 36h62v-36z", 98, 174, down),
  "left-front-door": panel("M132 160v36h62v-36z", 163, 174, down),
  "left-rear-door": panel("M196 160v36h58v-36z", 225, 174, down),
  "left-quarter": panel("M256 160v36h66l8-36z", 292, 174, down),
  "left-sill": panel("M132 198v8h122v-8z", 193, 216, right),
  "left-front-wheel": panel(circle(98, 210, 16), 98, 214, right),
  "left-rear-wheel": panel(circle(290, 210, 16), 290, 214, right),
  "left-mirror": panel("M134 158l-8 14h14l6-14z", 138, 158, right),
  "core-support": panel("M62 92q-14 28 0 56h6q-12-28 0-56z", 58, 142, right),
  "left-inside-panel": panel("M72 150h52v6h-52z", 96, 150, right),
  "right-inside-panel": panel("M72 84h52v6h-52z", 96, 90, right),
};
