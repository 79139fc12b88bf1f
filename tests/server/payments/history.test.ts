import { expect, it } from "vitest";
import { onDatabase } from "../../support/database";
import { openHistory } from "./history/driver";

/** More steps: `STEPS=100000 npx vitest run tests/server/payments/history.test.ts`. */
const steps = Number(process.env.STEPS ?? 2_000);

onDatabase("a random history of bids, results and payments", (open) => {
  it(`of ${steps} steps has the outcomes, debts and holds that the rules ask for`, async () => {
    const history = await openHistory(await open());
    const outcomes = new Map<string, number>();
    for (let step = 0; step < steps; step += 1) {
      const outcome = await history.step();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    await history.sweep();
    expect(outcomes.get("done")).toBeGreaterThan(steps / 3);
  });
});
