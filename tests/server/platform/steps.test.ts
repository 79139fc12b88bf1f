import { expect, it } from "vitest";
import { runWithDeadline } from "../../../server/platform/deadline";
import {
  runAtOnce,
  runInTurns,
  runUntilDeadline,
  type Steps,
} from "../../../server/platform/steps";
import { compileSetInSteps } from "../../../server/workspace/declared/compileSet";
import { exampleSources } from "../../support/exampleSources";

/** Each step seems to take longer than a turn may, by the time it is given. */
function* threeSteps(turns: () => number): Steps<number[]> {
  const seen = [turns()];
  for (let step = 0; step < 2; step += 1) {
    yield;
    seen.push(turns());
  }
  return seen;
}

it("gives the event loop a turn when the steps have taken their time", async () => {
  let turns = 0;
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns += 1;
      counting = count();
    });
  let counting = count();
  let now = 0;
  const slow = await runInTurns(
    threeSteps(() => turns),
    () => (now += 100),
  );
  const quick = await runInTurns(
    threeSteps(() => turns),
    () => now,
  );
  clearImmediate(counting);
  expect(new Set(slow).size).toBe(3);
  expect(new Set(quick).size).toBe(1);
  expect(new Set(runAtOnce(threeSteps(() => turns))).size).toBe(1);
});

it("stops the steps of a request at its deadline", async () => {
  const client = new AbortController();
  let steps = 0;
  function* endless(): Steps<never> {
    for (;;) {
      steps += 1;
      if (steps === 3) client.abort();
      yield;
    }
  }
  const deadline = { endsAt: Infinity, signal: client.signal };
  await expect(
    runWithDeadline(deadline, () => runUntilDeadline(endless())),
  ).rejects.toMatchObject({ code: "unavailable" });
  expect(steps).toBe(3);
});

it("compiles the declarations in a step for each schema and list", () => {
  const { schemas, resources } = exampleSources;
  const steps = compileSetInSteps({ sources: exampleSources, checks: [] });
  let pauses = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) pauses += 1;
  expect(pauses).toBeGreaterThan(2 * schemas.length + resources.length);
});
