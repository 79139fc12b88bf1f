import type { DemoLot } from "../../../server/demo/demoData";
import type { LotPlace } from "../carRow";
import inspection from "../facts/bikeInspection.json";
import { lotNumber, lotTiming } from "../houseSale";
import { chooseOutcome } from "../outcome";
import { chooseHammerPrice, chooseStartPrice } from "../price";
import { integer, pick, type Random } from "../random";
import { bikePhoto, bikePhotosOf } from "./bikePhotos";
import { describeBike, overallOf } from "./describeBike";
import { inspectionRates, letteredItems } from "./inspection";

const thousands = (yen: number) => Math.max(1, Math.round(yen / 1000));

/** Returns a bike of a sale. Prices are in thousand yen. */
export function bikeLot(
  random: Random,
  { id, sale, index, year }: LotPlace,
): DemoLot {
  const bike = describeBike(random, year);
  const { model, scores, colour, expected } = bike;
  const startPrice = chooseStartPrice(random, expected);
  const hammer = chooseHammerPrice(random, { expected, startPrice });
  const photo = (view: Parameters<typeof bikePhoto>[1]) =>
    bikePhoto({ body: model.body, colour: colour.key }, view);
  return {
    ...lotTiming(random, sale, index),
    outcome: chooseOutcome(random, sale.house.sellThroughPct),
    highestBid: thousands(hammer),
    row: {
      ID: id,
      LOT_NUM: lotNumber(random, sale, index),
      AUCTION: sale.house.name,
      STATUS_LOT: scores ? "Ranked" : "Recycle",
      MARKA_NAME: bike.maker.name.toLowerCase(),
      MODEL_NAME: model.name,
      GRADE: bike.grade,
      SERIAL: `${bike.frame}-${bike.serial}`,
      ENGINE_MODEL: `${bike.frame}E-${bike.serial}`,
      YEAR: bike.year,
      MILEAGE: `${bike.mileage}${random() < 0.93 ? "K" : "?"}`,
      MILEAGE_PVI: random() < 0.6 ? String(bike.mileage) : "-",
      PVI_DATE: random() < 0.4 ? `${year}/${integer(random, 1, 12)}` : "-",
      ENG_V: bike.displacement,
      COLOR: pick(random, colour.names),
      START: thousands(startPrice),
      RATE: scores ? overallOf(scores) : "-",
      RATE_ENG: scores?.engine ?? "-",
      RATE_FRONT: scores?.front ?? "-",
      RATE_EXT: scores?.exterior ?? "-",
      RATE_REAR: scores?.rear ?? "-",
      RATE_EL: scores?.electrics ?? "-",
      RATE_FRAME: scores?.frame ?? "-",
      INSPECTION: scores && random() < 0.95 ? "completed" : "before",
      PARTS: random() < 0.2 ? "Exist" : "No Part",
      BDS_COMMENT: pick(random, inspection.comments),
      SELLER_COMMENT: pick(random, inspection.sellerComments),
      IMAGES: bikePhotosOf({ body: model.body, colour: colour.key }).join("#"),
      INFO: scores
        ? writtenByHand(random, {
            rate: inspectionRates(random, scores, (section) =>
              photo(section === 1 ? "engine" : "wheel"),
            ),
            list: letteredItems(random, scores),
            video: [photo("run"), photo("idle")],
          })
        : {},
    },
  };
}

/** The inspection of a bike in the feed. */
type Info = {
  rate: { txt: string; img: string }[];
  list: string;
  video: string[];
};

/**
 * Returns an inspection as people write it. One in eight has another dash, doubled
 * separators, a remark without a letter, or a section without a score.
 */
function writtenByHand(random: Random, info: Info): Info {
  const slip = Math.floor(random() * 32);
  const { list, rate } = info;
  if (slip === 0)
    return { ...info, list: list.replaceAll(/(^|#)([A-Z])-/gu, "$1$2 – ") };
  if (slip === 1) return { ...info, list: `#${list.replaceAll("#", "##")}#` };
  if (slip === 2)
    return { ...info, list: `${list}#Starts after several attempts` };
  if (slip !== 3) return info;
  return {
    ...info,
    rate: rate.map(({ txt, img }, place) => ({
      txt: place === 0 ? txt.replace(/:\d+#/u, ":?##") : txt,
      img,
    })),
  };
}
