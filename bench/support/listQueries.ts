import { addDays } from "../../domain/japanTime";
import { firstDay } from "./generatedLots";

/** Queries as people ask them, each different: most name a maker, some a day. */
export function queries(count: number): string[] {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    const chance = random(100);
    if (chance >= 8) {
      if (chance < 25 || random(2) === 0)
        query.set("auctionDate", addDays(firstDay, random(7)));
      if (chance >= 20) query.set("makerId", String(1 + random(60)));
      if (chance >= 60)
        query.set("condition", `${1 + random(7)},${8 + random(7)}`);
      if (chance >= 75)
        query.set("year", `${2000 + random(10)},${2012 + random(14)}`);
      if (chance >= 85) query.set("color", String(1 + random(16)));
    }
    if (random(2) === 0) {
      query.set("sort", ["year", "mileage", "startPrice"][random(3)] ?? "year");
      query.set("order", random(2) === 0 ? "ASC" : "DESC");
    }
    return query.toString();
  });
}
