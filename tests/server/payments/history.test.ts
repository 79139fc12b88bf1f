import { expect, it } from "vitest";
import { onDatabase } from "../../support/database";
import { runSeed } from "../../support/runSeed";
import { openHistory } from "./history/driver";

const steps = 2_000;
/** More histories: `STEPS=100000 npx vitest run tests/server/payments/history.test.ts`. */
const histories = Math.ceil(Number(process.env.STEPS ?? steps) / steps);

onDatabase("a random history of bids, results and payments", (open) => {
  it.each(Array.from({ length: histories }, (_, index) => runSeed + index))(
    `of ${steps} steps with the seed %d has the outcomes, debts and holds of the rules`,
    async (seed) => {
      const history = await openHistory(await open(), seed);
      const outcomes = new Map<string, number>();
      for (let step = 0; step < steps; step += 1) {
        const outcome = await history.step();
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      await history.sweep();
      expect(outcomes.get("done")).toBeGreaterThan(steps / 3);
    },
  );
});
