import { readRating } from "../../domain/inspection/readRating";
import { ratedSections } from "../../domain/inspection/sections";
import type { BikeDetail } from "../../generated/schemas";
import type { Row } from "../workspace/listing";
import { auctionAndPhotos, commonDetail, type LotSubject } from "./describeLot";
import { number, text, texts } from "./fieldValues";

/** Fields without `x-core` that the sections of a bike contain. */
export const bikeSectionFields = [
  ...["serial", "mileageNote", "info"],
  ...["rates", "ratePhotos", "videos", "inspectionItems"],
  ...ratedSections.map(({ scoreField }) => scoreField),
];

/** Returns the sections of a bike's page from the row of visible fields. */
export const describeBike = (
  row: Row,
  subject: LotSubject,
): Omit<BikeDetail, "bidInfo" | "wishList"> => ({
  bikeCommonDetail: commonDetail(row, subject),
  ...auctionAndPhotos(row),
  bikeInfo: {
    maker: text(row.maker),
    model: text(row.model),
    year: number(row.year),
    serial: text(row.serial),
    mileage: number(row.mileage),
    mileageNote: text(row.mileageNote),
  },
  bikeSpecification: {
    grade: text(row.grade),
    color: text(row.color),
    engineCC: number(row.engine),
  },
  inspection: inspectionOf(row),
});

/** Returns the inspection in the format of the sources, or null if it is empty. */
function inspectionOf(row: Row): BikeDetail["inspection"] {
  const videos = texts(row.videos).join("#");
  const list = texts(row.inspectionItems).join("#");
  const rate = ratesOf(row);
  return videos === "" && list === "" && rate.length === 0
    ? null
    : { videos, list, rate };
}

/**
 * Returns the report's rated sections with their photos. A section that is only
 * known by its score has an entry with the score.
 */
function ratesOf(row: Row): { txt: string; img: string }[] {
  const reported = texts(row.rates);
  const photos = texts(row.ratePhotos);
  const places = Math.max(reported.length, photos.length);
  const entries = Array.from({ length: places }, (_, place) => ({
    txt: reported[place] ?? "",
    img: photos[place] ?? "",
  }));
  const known = entries.map((entry) => readRating(entry)?.section);
  const scores = ratedSections.flatMap(({ id, heading, scoreField }) => {
    const score = number(row[scoreField]);
    return score === null || known.includes(id)
      ? []
      : [{ txt: `${heading}:${score}#`, img: "" }];
  });
  return [...entries.filter(({ txt, img }) => txt || img), ...scores];
}
