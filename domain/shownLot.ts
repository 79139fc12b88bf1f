import type { BikeDetail, LotDetail } from "../generated/schemas";

/** The parts of a bike that cars do not have. */
export type BikeParts = Pick<BikeDetail, "inspection"> &
  Pick<BikeDetail["bikeInfo"], "mileageNote">;

/** A lot as its page shows it: a car, or a bike with its own parts. */
export type ShownLot = LotDetail & { bike?: BikeParts };

/** Returns a lot for its page. The sections of a bike become sections of a car. */
export function shownLot(detail: LotDetail | BikeDetail): ShownLot {
  if (!("bikeCommonDetail" in detail)) return detail;
  const { bikeCommonDetail, bikeInfo, bikeSpecification, ...shared } = detail;
  const { inspection, ...common } = shared;
  const { mileageNote, ...info } = bikeInfo;
  return {
    ...common,
    carCommonDetail: { ...bikeCommonDetail, isUss: false, auctionSheet: null },
    carInfo: { ...info, chassisId: null },
    carSpecification: {
      ...bikeSpecification,
      transmission: null,
      drive: null,
      horsePower: null,
      equipment: null,
    },
    ussCounter: { ussLimit: 0 },
    bike: { inspection, mileageNote },
  };
}
