import type { BodyShape } from "./bodyShape";
import { hatchback, minivan, sedan, suv, wagon } from "./cars";
import { bus, pickup, truck, van } from "./commercial";
import { keiHatchback, keiMinivan, keiSuv, keiTruck, keiVan } from "./kei";
import { convertible, coupe, keiConvertible } from "./sports";

/** Every body the facts name; machinery has a drawing of its own. */
export const bodies = {
  sedan,
  hatchback,
  wagon,
  suv,
  minivan,
  van,
  coupe,
  convertible,
  pickup,
  truck,
  bus,
  "kei-hatchback": keiHatchback,
  "kei-minivan": keiMinivan,
  "kei-van": keiVan,
  "kei-truck": keiTruck,
  "kei-suv": keiSuv,
  "kei-convertible": keiConvertible,
  machinery: null,
} satisfies Record<string, BodyShape | null>;

export type BodyKey = keyof typeof bodies;
export type { BodyShape };
