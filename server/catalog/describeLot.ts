import { hasFlag, roleOf, type Viewer } from "../../domain/access";
import {
  auctionTimeOf,
  isOpenToClients,
  refuseBidding,
} from "../../domain/bidRules";
import { toJapanIso } from "../../domain/japanTime";
import { cancelDeadlineHours } from "../../domain/limits";
import type { RowSchema } from "../../domain/resource";
import { isFinished, lotStatuses } from "../../domain/lotStatus";
import { momentsOf } from "../../domain/moments";
import type { LotDetail, LotStatus } from "../../generated/schemas";
import type { Row } from "../workspace/listing";
import type { BidInfo } from "./catalog";
import { number, text, texts } from "./fieldValues";
import type { LotArea } from "./lotSource";

/** Returns the prices in texts such as `480000`; other texts are left out. */
const prices = (value: unknown): number[] =>
  texts(value)
    .map(Number)
    .filter((price) => Number.isSafeInteger(price) && price > 0);

const statuses = Object.values(lotStatuses).filter(
  (status): status is LotStatus => status !== lotStatuses.unsold,
);

const statusOf = (code: unknown): LotStatus =>
  statuses.find((status) => status === code) ?? lotStatuses.unknown;

/** Fields without `x-core` that the sections of a car contain. */
export const carSectionFields = [
  "averageOf",
  "serial",
  "fuel",
  "horsePower",
  "info",
];

/**
 * Returns the visible fields of a lot that an administrator can add or remove and
 * that are not in `sectionFields`, the fields of the other sections of its page.
 */
export const addedFields = (
  row: Row,
  { properties }: RowSchema,
  sectionFields: readonly string[],
): Row =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(
        ([name, field]) => !field["x-core"] && !sectionFields.includes(name),
      )
      .map(([name]) => [name, row[name] ?? null]),
  );

/** The lot of a page, its viewer, and the note about the lot. */
export type LotSubject = {
  lotId: string;
  viewer: Viewer;
  note: string | null;
};

/** Returns the data that the pages of all kinds of lots begin with. */
export const commonDetail = (
  row: Row,
  { lotId, viewer, note }: LotSubject,
) => ({
  allowDownloadPhotos: hasFlag(viewer, "downloadPhotos"),
  id: lotId,
  lotNumber: text(row.lotNo) ?? "",
  info: text(row.info),
  comment: note,
  commentEditable: ["manager", "admin"].includes(roleOf(viewer)),
});

/** Returns the auction and the photos of a lot. */
export function auctionAndPhotos(
  row: Row,
): Pick<LotDetail, "lotInfo" | "lotImages"> {
  const images = texts(row.images);
  return {
    lotInfo: {
      lotNumber: text(row.lotNo) ?? "",
      auctionName: text(row.auctionName),
      auctionDate: text(row.auctionDate),
      condition: text(row.condition),
      status: statusOf(row.status),
    },
    lotImages: { images, thumbnails: images },
  };
}

/** Returns the sections of a car's page from the row of visible fields. */
export function describeLot(
  row: Row,
  subject: LotSubject,
): Omit<LotDetail, "bidInfo" | "wishList" | "ussCounter"> {
  return {
    carCommonDetail: {
      ...commonDetail(row, subject),
      isUss: row.isUss === true,
      auctionSheet: text(row.auctionSheet),
    },
    ...auctionAndPhotos(row),
    carInfo: {
      maker: text(row.maker),
      model: text(row.model),
      year: number(row.year),
      chassisId: text(row.chassis),
      serial: text(row.serial),
      mileage: number(row.mileage),
    },
    carSpecification: {
      engineCC: number(row.engine),
      grade: text(row.grade),
      color: text(row.color),
      transmission: text(row.gearbox),
      drive: text(row.priv),
      horsePower: number(row.horsePower),
      equipment: text(row.equip),
      fuel: text(row.fuel),
    },
  };
}

/**
 * Returns the bid information that follows from the lot and the viewer's
 * flags, without any bid. Amounts are yen. Only the visible fields in `row`
 * are used, so that no value reveals a hidden time or status: a lot with a
 * hidden status counts as upcoming, a hidden time gives no deadline. Placing a
 * bid still checks the stored time and status.
 */
export function lotBidInfo(
  row: Row,
  { area, viewer, now }: { area: LotArea; viewer: Viewer; now: Date },
): BidInfo {
  const bidDeadlineCheck = hasFlag(viewer, "bidDeadlineCheck");
  const auctionDate = text(row.auctionDate);
  const date = auctionDate === null ? null : new Date(auctionDate);
  const auctionAt = auctionTimeOf(area, date);
  const status = number(row.status) ?? lotStatuses.upcoming;
  const moments = momentsOf(auctionAt, { bidDeadlineCheck });
  const refusal = refuseBidding({
    lot: { status, auctionAt },
    now,
    bidDeadlineCheck,
    biddingAllowed: hasFlag(viewer, "biddingAllowed"),
    isLimitReached: false,
  });
  const isOrder = area === "stock";
  return {
    bidGroupShow: !isOrder,
    exportTypeOptional: hasFlag(viewer, "exportTypeOptional"),
    exportTypeShow: !isOrder && hasFlag(viewer, "exportTypeShow"),
    startPrice: number(row.startPrice),
    averagePrice: number(row.averagePrice),
    averageOf: prices(row.averageOf),
    soldPrice: number(row.soldPrice),
    bidLimitReached: false,
    myBid: null,
    jasId: null,
    myBidAmount: null,
    myBidDate: null,
    biddingDeadline: moments && toJapanIso(moments.bidsClose),
    acceptBid: refusal === null,
    cancellationAllowed: isOpenToClients({ status, auctionAt }, now),
    auctionFinished: isFinished(status),
    bidStatusId: null,
    bidAdjustmentPrice: null,
    cancelDeadlineHour: cancelDeadlineHours,
  };
}
