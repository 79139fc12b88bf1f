/** Places along the middle of a car's outline, in cm: x from the nose, y up. */
type Place = readonly [x: number, y: number];

/** How a body is built; lengths in cm. */
export type BodyShape = {
  length: number;
  width: number;
  /**
   * From under the front bumper over the roof to under the rear one: chin,
   * bumper, bonnet edge, windscreen foot, roof front, roof rear, rear window
   * foot, tail edge, rear bumper, heel.
   */
  outline: readonly Place[];
  /** How far each stretch of the outline swells outward. */
  swell: readonly number[];
  /** Height of the window line at the front and at the rear. */
  belt: readonly [number, number];
  /** How far the roof's sides lean in. */
  lean: number;
  wheels: {
    front: number;
    rear: number;
    radius: number;
    rim: "alloy" | "sport" | "steel";
  };
  /** Upright posts between side windows. */
  posts: readonly number[];
  /** Gaps of the doors, and handles at their rear edges. */
  doors: readonly number[];
  handles: readonly number[];
  /** Where the side has sheet metal rather than glass, from and to. */
  blind?: readonly [number, number];
  /** Rail of a sliding door, from and to. */
  rail?: readonly [number, number];
  rearLamps: "wide" | "upright";
  features?: readonly (
    "cladding" | "roofRails" | "spoiler" | "spareWheel" | "openTop" | "openBed"
  )[];
  /** A load bed behind the cab: a box or a flat one with low sides. */
  bed?: { kind: "box" | "flat"; from: number; to: number; top: number };
};
