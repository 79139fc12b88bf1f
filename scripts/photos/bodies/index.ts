import type { BodyKey } from "../../demo/photoNames";
import type { BodyShape } from "./bodyShape";
import { hatchback, minivan, sedan, suv, wagon } from "./cars";
import { bus, pickup, truck, van } from "./commercial";
import { keiHatchback, keiMinivan, keiSuv, keiTruck, keiVan } from "./kei";
import { convertible, coupe, keiConvertible } from "./sports";

/** The shapes by body; null for machinery, which `machine.ts` draws. */
export const bodies: Record<BodyKey, BodyShape | null> = {
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
};
