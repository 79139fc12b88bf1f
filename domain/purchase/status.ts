import type { CarState, Tracks } from "./tracks";

/** The public statuses of a purchase, by the numbers of the specification. */
export const purchaseStatuses = {
  processing: 0,
  domesticTransport: 1,
  waitingShip: 2,
  waitingLoading: 3,
  inTransit: 4,
  delivered: 5,
  shippingCancelled: 6,
  purchaseCancelled: 7,
  resold: 8,
} as const;
export type PurchaseStatus =
  (typeof purchaseStatuses)[keyof typeof purchaseStatuses];

const statusOfCar: Readonly<Record<CarState, PurchaseStatus>> = {
  won: purchaseStatuses.processing,
  collected: purchaseStatuses.domesticTransport,
  inYard: purchaseStatuses.waitingShip,
  inspected: purchaseStatuses.waitingShip,
  booked: purchaseStatuses.waitingLoading,
  shippingCancelled: purchaseStatuses.shippingCancelled,
  loaded: purchaseStatuses.inTransit,
  sailed: purchaseStatuses.inTransit,
  // The client has the car once the port has released it.
  arrived: purchaseStatuses.inTransit,
  released: purchaseStatuses.delivered,
};

/** Returns the public status of a purchase. It follows from the tracks alone. */
export function purchaseStatus({
  carState,
  ending,
}: Pick<Tracks, "carState" | "ending">): PurchaseStatus {
  if (ending === "cancelled") return purchaseStatuses.purchaseCancelled;
  if (ending === "resold") return purchaseStatuses.resold;
  return statusOfCar[carState];
}
