import { addDays } from "../../domain/japanTime";
import { demoDays, type DemoOptions } from "../../scripts/demo/generate";
import { lotOn, rowAt, type LotRow } from "../../server/demo/saleDay";

/** Yields two weeks of the demo's cars, as they are in the feed at an instant. */
export function* demoCars(
  options: Omit<DemoOptions, "pastWeeks">,
  now: Date,
): Generator<LotRow> {
  for (const { kind, week, weekday, lots } of demoDays({
    ...options,
    pastWeeks: 0,
  })) {
    if (kind !== "cars") return;
    const day = addDays(options.monday, week * 7 + weekday - 1);
    for (const lot of lots) yield rowAt(lotOn(lot, day), now.getTime());
  }
}
