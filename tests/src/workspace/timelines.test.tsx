import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import DetailPage from "../../../src/workspace/detail/DetailPage";
import { fakeServer } from "../providers/fakeServer";
import { onDay } from "../../support/onDay";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";

/** A port that is planned, built and opened. */
const schema: RowSchema = {
  ...port,
  properties: {
    ...port.properties,
    stage: {
      title: "Stage",
      type: "string",
      enum: ["none", "planned", "halted", "built", "open"],
    },
    builtOn: { title: "Built on", type: "string", format: "date" },
    opensOn: { title: "Opens on", type: "string", format: "date" },
    task: { title: "Next task", type: "string" },
    who: { title: "Who", type: "string" },
    until: { title: "Until", type: "string", format: "date" },
  },
};
const declared: Resource = {
  ...ports,
  calls: {
    ...ports.calls,
    detail: { path: "/lists/ports/:id" },
    history: { path: "/lists/ports/:id/history" },
  },
  lead: { fields: ["task", "who"], due: "until" },
  timelines: [
    {
      id: "building",
      state: "stage",
      steps: [
        { states: ["planned", "halted"] },
        { states: ["built"], on: "builtOn" },
        { states: ["open"], planned: "opensOn" },
      ],
    },
  ],
};
const row = {
  ...{ id: "7", name: "Kobe", country: "japan", depth: 18 },
  ...{ stage: "built", builtOn: "2026-11-18", opensOn: "2026-11-20" },
  ...{ task: "Open the port", who: "Mayor", until: "2026-11-20" },
};
const changes = [
  { before: { opensOn: "2026-11-14" }, after: { opensOn: "2026-11-20" } },
  { before: { opensOn: "2026-11-02" }, after: { opensOn: "2026-11-14" } },
].map((change, index) => ({
  ...{ id: String(9 - index), at: "2026-11-10T10:44:00+09:00" },
  ...{ user: "Emi Tanaka", action: "update", version: 2, ...change },
}));

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});
onDay("2026-11-21");

/** Opens the page of a port, and returns the calls. */
function open(detail: object = row, resource: Resource = declared) {
  const calls = fakeServer(({ path }) =>
    path.endsWith("/history")
      ? {
          body: {
            ...{ success: true, history: changes },
            pageInfo: { page: 1, pageSize: 20, totalSearchResults: 2 },
          },
        }
      : { body: { success: true, version: 2, detail } },
  );
  const workspace = createWorkspace({
    resources: [resource],
    schemas: { port: schema },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  renderInWorkspace(
    <Routes>
      <Route path="/ports/:id" element={<DetailPage resource={resource} />} />
    </Routes>,
    { workspace, address: "/ports/7" },
  );
  return calls;
}

const timeline = () => screen.findByRole("region", { name: "Building" });

it("shows the steps with their days, and marks the present and the late step", async () => {
  open();
  const steps = within(await timeline()).getAllByRole("listitem");
  expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([
    null,
    "step",
    null,
  ]);
  const [planned, built, opened] = steps;
  expect(planned).toHaveTextContent("Planned, done");
  expect(built).toHaveTextContent("Built, now18 Nov");
  expect(opened).toHaveTextContent("Open, to comeplanned 20 Nov");
  expect(opened).toHaveTextContent("late");
});

it("names the former planned day of the last change", async () => {
  open();
  expect(await within(await timeline()).findByText(/was 14 Nov/)).toBeVisible();
});

it("does not ask for the history where the viewer cannot read it", async () => {
  const { history: _history, ...calls } = declared.calls;
  const asked = open(row, { ...declared, calls });
  expect(await timeline()).not.toHaveTextContent("was");
  expect(asked.filter((call) => call.includes("history"))).toEqual([]);
});

it("labels the present step by the present state", async () => {
  open({ ...row, stage: "halted" });
  const [step] = within(await timeline()).getAllByRole("listitem");
  expect(step).toHaveTextContent("Halted, now");
});

it("is left out for a row whose state no step names, which then is among the facts", async () => {
  open({ ...row, stage: "none" });
  await screen.findByRole("heading", { level: 1 });
  const facts = screen.getByRole("region", { name: "Details" });
  expect(facts).toHaveTextContent("StageNone");
  expect(screen.queryByRole("region", { name: "Building" })).toBeNull();
});

it("has the lead above the facts, which do not repeat it", async () => {
  open();
  const lead = await screen.findByRole("region", { name: "Next task" });
  expect(lead).toHaveTextContent("Open the portWhoMayorUntil20 Nov late");
  const facts = screen.getByRole("region", { name: "Details" });
  for (const text of ["Mayor", "Built on", "Stage"])
    expect(facts).not.toHaveTextContent(text);
  expect(facts).toHaveTextContent("CountryJapan");
});

it("has no lead without a value of its first field", async () => {
  open({ ...row, task: null });
  await screen.findByRole("heading", { level: 1 });
  const facts = screen.getByRole("region", { name: "Details" });
  expect(facts).toHaveTextContent("WhoMayor");
  expect(screen.queryByRole("region", { name: "Next task" })).toBeNull();
});
