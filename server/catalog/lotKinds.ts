import type { ChangedTable } from "../platform/changes";
import type { Lot } from "../../generated/schemas";

/** The area that stores a lot; lists name it as their page type. */
export type LotArea = Lot["lotType"];

/**
 * The kinds of lots and the areas that hold them. A lot is identified by kind,
 * source and source id; the areas of a kind are places of the same lots.
 */
const areasOfKind = {
  car: ["auction", "stats"],
  bike: ["bikes", "bike-stats"],
  stock: ["stock"],
} as const satisfies Record<string, readonly LotArea[]>;

export type LotKind = keyof typeof areasOfKind;

/** Returns the areas that hold lots of a kind. */
export const areasOf = (kind: LotKind): readonly LotArea[] => areasOfKind[kind];

/**
 * All areas. A statement over all lots by change number or day names them, because the
 * indexes of these columns begin with the area.
 */
export const lotAreas: readonly LotArea[] = Object.values(areasOfKind).flat();

/** For each kind with results: the area of coming lots and that of past ones. */
export const turnovers: readonly { from: LotArea; to: LotArea }[] =
  Object.values(areasOfKind).flatMap(([from, to]) =>
    to === undefined ? [] : [{ from, to }],
  );

/** Returns the kind of an area's lots, which a lot keeps when it moves. */
export const lotKindOf = (area: LotArea): LotKind =>
  (Object.keys(areasOfKind) as LotKind[]).find((kind) =>
    areasOfKind[kind].some((place) => place === area),
  ) ?? "stock";

/** Returns all areas of an area's kind, the area itself first. */
export const placesOf = (area: LotArea): LotArea[] => [
  area,
  ...areasOfKind[lotKindOf(area)].filter((place) => place !== area),
];

/** The table of lots, for the topic of their changes. */
export const changedLots: ChangedTable = {
  table: "lots",
  inAreas: { column: "area", areas: lotAreas },
};
