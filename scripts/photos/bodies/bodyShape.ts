/** A point of a side view in cm: x from the nose, y up. */
type Place = readonly [x: number, y: number];

/** The dimensions of a body in cm. */
export type BodyShape = {
  length: number;
  width: number;
  /**
   * Ten points from the front bumper over the roof to the rear bumper: chin,
   * bumper, bonnet edge, windscreen foot, roof front, roof rear, rear window
   * foot, tail edge, rear bumper, heel.
   */
  outline: readonly Place[];
  /** How far each stretch between two outline points bulges outward. */
  swell: readonly number[];
  /** Height of the window line at the front and at the rear. */
  belt: readonly [number, number];
  /** How far the sides lean inward at the roof. */
  lean: number;
  wheels: {
    front: number;
    rear: number;
    radius: number;
    rim: "alloy" | "sport" | "steel";
  };
  /** The x of the posts between side windows. */
  posts: readonly number[];
  /** The x of the door gaps and of the handles. */
  doors: readonly number[];
  handles: readonly number[];
  /** Start and end of a side without windows. */
  blind?: readonly [number, number];
  /** Start and end of the rail of a sliding door. */
  rail?: readonly [number, number];
  rearLamps: "wide" | "upright";
  features?: readonly (
    | "cladding"
    | "roofRails"
    | "spoiler"
    | "spareWheel"
    | "openTop"
    | "openBed"
  )[];
  /** A load bed behind the cab: a closed box, or flat with low sides. */
  bed?: { kind: "box" | "flat"; from: number; to: number; top: number };
};
