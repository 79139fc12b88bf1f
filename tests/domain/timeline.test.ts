import { expect, it } from "vitest";
import { timelineSteps } from "../../domain/timeline";

const build = {
  id: "build",
  state: "stage",
  steps: [
    { states: ["planned"], on: "orderedOn" },
    { states: ["started", "stopped"], on: "startedOn" },
    { states: ["ready"], on: "readyOn", planned: "readyBy" },
  ],
};
const today = "2026-11-21";
const progressOf = (row: Record<string, unknown>) =>
  timelineSteps(build, row, today)?.map(({ progress }) => progress);

it("follows the state: earlier steps are done, later ones are to come", () => {
  expect(progressOf({ stage: "started" })).toEqual([
    "done",
    "current",
    "toCome",
  ]);
  expect(progressOf({ stage: "ready" })?.at(-1)).toBe("current");
});

it("labels the present step by its present state, and others by their first", () => {
  const labels = (stage: string) =>
    timelineSteps(build, { stage }, today)?.map(({ state }) => state);
  expect(labels("stopped")).toEqual(["planned", "stopped", "ready"]);
  expect(labels("ready")).toEqual(["planned", "started", "ready"]);
});

it("has no steps for a row whose state no step names", () => {
  expect(timelineSteps(build, { stage: "none" }, today)).toBeNull();
  expect(timelineSteps(build, {}, today)).toBeNull();
});

it("marks a past planned day of a step to come as late, but neither today nor a done step", () => {
  const last = (row: Record<string, unknown>) =>
    timelineSteps(build, row, today)?.at(-1);
  expect(last({ stage: "started", readyBy: "2026-11-20" })?.isLate).toBe(true);
  expect(last({ stage: "started", readyBy: today })?.isLate).toBe(false);
  expect(last({ stage: "ready", readyBy: "2026-11-20" })?.isLate).toBe(false);
  const done = { readyBy: "2026-11-20", readyOn: "2026-11-21" };
  expect(last({ stage: "started", ...done })?.isLate).toBe(false);
});

it("reads a moment as its day in Japan", () => {
  const [first] =
    timelineSteps(
      build,
      { stage: "planned", orderedOn: "2026-11-20T16:00:00Z" },
      today,
    ) ?? [];
  expect(first?.doneOn).toBe("2026-11-21");
});

it("follows the days without a state: the last step with a day is the present one", () => {
  const { steps } = build;
  const days = {
    id: "days",
    steps: steps.map(({ on, planned }) => ({ on, planned })),
  };
  const at = (row: Record<string, unknown>) =>
    timelineSteps(days, row, today)?.map(({ progress }) => progress);
  expect(at({ startedOn: "2026-11-03" })).toEqual([
    "done",
    "current",
    "toCome",
  ]);
  expect(at({})).toEqual(["toCome", "toCome", "toCome"]);
});

it("has no late step for a row that has ended, which gives no day", () => {
  const row = { stage: "planned", readyBy: "2026-11-01" };
  const late = (day: string | null) =>
    timelineSteps(build, row, day)?.some(({ isLate }) => isLate);
  expect(late(today)).toBe(true);
  expect(late(null)).toBe(false);
});
