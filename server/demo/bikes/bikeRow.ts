import { japanClock } from "../../../domain/japanTime";
import inspection from "../facts/bikeInspection.json";
import { lotNumber } from "../houseSale";
import { sourceId, type LotPlace } from "../lotRow";
import { chooseOutcome, feedStatuses, isSold, statusAt } from "../outcome";
import { chooseHammerPrice, chooseStartPrice } from "../price";
import { createRandom, pick } from "../random";
import { bikePhoto, bikePhotosOf } from "./bikePhotos";
import { describeBike, overallOf } from "./describeBike";
import { inspectionRates, letteredItems } from "./inspection";
import { writtenByHand } from "./writtenByHand";

/** Values of STATUS in the feed of bikes. */
const statuses = {
  [feedStatuses.upcoming]: "available",
  [feedStatuses.ongoing]: "bidding",
  [feedStatuses.sold]: "Sold",
  [feedStatuses.negotiated]: "sold by nego",
  [feedStatuses.notSold]: "Un",
  [feedStatuses.removed]: "removed",
  [feedStatuses.cancelled]: "cancelled",
};

const thousands = (yen: number) => Math.max(1, Math.round(yen / 1000));

/**
 * Returns one bike of a sale as it is in the feed of bikes at an instant (ms since
 * 1970). Only `status` and `finish` depend on the instant. Prices are in thousand yen.
 */
export function bikeRow({ sale, index, timing }: LotPlace, instant: number) {
  const random = createRandom(`${sale.key}/${index}`);
  const bike = describeBike(random, Number(sale.day.slice(0, 4)));
  const { model, scores, colour, expected } = bike;
  const startPrice = chooseStartPrice(random, expected);
  const hammer = chooseHammerPrice(random, { expected, startPrice });
  const outcome = chooseOutcome(random, sale.house.sellThroughPct);
  const status = statusAt(instant, timing, outcome);
  const { day, time } = japanClock(new Date(timing.startsAt));
  const photo = (view: Parameters<typeof bikePhoto>[1]) =>
    bikePhoto({ body: model.body, colour: colour.key }, view);
  return {
    id: sourceId(sale, index),
    lot_num: lotNumber(sale, index),
    auction: sale.house.name,
    status_lot: scores ? "Ranked" : "Recycle",
    auction_date: `${day} ${time}`,
    marka_name: bike.maker.name.toLowerCase(),
    model_name: model.name,
    grade: bike.grade,
    serial: `${bike.frame}-${bike.serial}`,
    engine_model: `${bike.frame}E-${bike.serial}`,
    year: bike.year,
    mileage: `${bike.mileage}${random() < 0.93 ? "K" : "?"}`,
    mileage_pvi: random() < 0.6 ? String(bike.mileage) : "-",
    pvi_date:
      random() < 0.4 ? `${sale.day.slice(0, 4)}/${1 + (index % 12)}` : "-",
    eng_v: bike.displacement,
    color: pick(random, colour.names),
    start: thousands(startPrice),
    finish: isSold(status) ? thousands(hammer) : 0,
    rate: scores ? overallOf(scores) : "-",
    rate_eng: scores?.engine ?? "-",
    rate_front: scores?.front ?? "-",
    rate_ext: scores?.exterior ?? "-",
    rate_rear: scores?.rear ?? "-",
    rate_el: scores?.electrics ?? "-",
    rate_frame: scores?.frame ?? "-",
    status: statuses[status],
    inspection: scores && random() < 0.95 ? "completed" : "before",
    parts: random() < 0.2 ? "Exist" : "No Part",
    bds_comment: pick(random, inspection.comments),
    seller_comment: pick(random, inspection.sellerComments),
    images: bikePhotosOf({ body: model.body, colour: colour.key }).join("#"),
    info: scores
      ? writtenByHand(createRandom(`${sale.key}/${index}/hand`), {
          rate: inspectionRates(random, scores, (section) =>
            photo(section === 1 ? "engine" : "wheel"),
          ),
          list: letteredItems(random, scores),
          video: [photo("run"), photo("idle")],
        })
      : {},
  };
}
