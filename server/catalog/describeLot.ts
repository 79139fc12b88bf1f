import { hasFlag, roleOf, type Viewer } from "../../domain/access";
import { lotStatuses } from "../../domain/lotStatus";
import type { LotDetail, LotStatus } from "../../generated/schemas";
import type { Row } from "../workspace/listing";
import type { LotRow } from "./lotQueries";
import { number, text, texts } from "./rowValues";

const statuses = Object.values(lotStatuses).filter(
  (status): status is LotStatus => status !== lotStatuses.unsold,
);

const statusOf = (code: unknown): LotStatus =>
  statuses.find((status) => status === code) ?? lotStatuses.unknown;

/** The lot's data as the detail lays it out, from a row of visible fields. */
export function describeLot(
  row: Row,
  lot: LotRow,
  viewer: Viewer,
): Omit<LotDetail, "bidInfo" | "wishList" | "ussCounter"> {
  const role = roleOf(viewer);
  const images = texts(row.images);
  return {
    carCommonDetail: {
      isUss: row.isUss === true,
      allowDownloadPhotos: hasFlag(viewer, "downloadPhotos"),
      id: lot.id,
      lotNumber: text(row.lotNo) ?? "",
      info: text(row.info),
      auctionSheet: null,
      comment: null,
      commentEditable: role === "manager" || role === "admin",
    },
    lotInfo: {
      lotNumber: text(row.lotNo) ?? "",
      auctionName: text(row.auctionName),
      auctionDate: text(row.auctionDate),
      condition: text(row.condition),
      status: statusOf(row.status),
    },
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
    lotImages: { images, thumbnails: images },
  };
}
