import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { fakeServer } from "../../providers/fakeServer";
import { ports } from "../ports";
import { kobe, portsReply, renderPorts } from "../renderPorts";
import { onDay } from "../../../support/onDay";

onDay("2026-11-21");

const list: Resource = {
  ...ports,
  chart: { x: "opened", y: "depth" },
  calls: { ...ports.calls, chart: { path: "/lists/ports/chart" } },
};
const week = (from: string, middle: number) => ({
  from,
  count: 5,
  low: middle - 1,
  middle,
  high: middle + 1,
});

it("opens the weeks of the filtered rows as a drawing and a table", async () => {
  const calls = fakeServer(({ path }) => ({
    body: path.endsWith("/chart")
      ? {
          success: true,
          weeks: [week("2026-11-02", 14), week("2026-11-09", 16)],
        }
      : portsReply([kobe]),
  }));
  renderPorts(list);
  await screen.findByText("Kobe");
  expect(calls.join()).not.toContain("/chart");
  await userEvent.click(screen.getByRole("button", { name: "Show chart" }));
  expect(
    await screen.findByRole("figure", { name: /2 weeks.* from 14.m to 16.m/ }),
  ).toBeVisible();
  await userEvent.click(screen.getByText("Weeks as a table"));
  const rows = within(
    screen.getByRole("region", { name: "Weeks as a table" }),
  ).getAllByRole("row");
  expect(
    rows.map(({ textContent }) => textContent.replace(/\s/g, " ")),
  ).toEqual([
    "Week fromCountLower quartileMedianUpper quartile",
    "9 Nov515 m16 m17 m",
    "2 Nov513 m14 m15 m",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Hide chart" }));
  expect(screen.queryByRole("figure")).not.toBeInTheDocument();
});

it("says which weeks and which values of the named filters it covers", async () => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/chart")
      ? {
          success: true,
          weeks: [week("2025-12-29", 14), week("2026-11-09", 16)],
        }
      : path.endsWith("/filters")
        ? {
            success: true,
            totalSearchResults: 1,
            totalResults: 1,
            depth: { min: 4, max: 18, step: 1 },
          }
        : portsReply([kobe]),
  }));
  renderPorts({
    ...list,
    filters: [{ field: "depth" }, { field: "country" }],
    chart: { x: "opened", y: "depth", caption: ["depth", "country"] },
  });
  await userEvent.click(
    await screen.findByRole("button", { name: "Show chart" }),
  );
  const caption = await screen.findByText(/^Weeks from/);
  const text = () => caption.textContent.replace(/\u00a0/g, " ");
  expect(text()).toBe(
    "Weeks from 29 Dec 2025 to 9 Nov 2026 · Depth: all, 4 m – 18 m · Country: all",
  );
  await userEvent.type(
    screen.getByRole("textbox", { name: "Depth, from" }),
    "9",
  );
  await waitFor(() => {
    expect(text()).toMatch(/Depth from 9 m/);
  });
});

it("shows bars of choices, of which each sets or clears the filter of the list", async () => {
  const calls = fakeServer(({ path }) => ({
    body: path.endsWith("/chart")
      ? {
          success: true,
          groups: [
            { value: "japan", label: "japan", count: 12 },
            { value: "russia", label: "russia", count: 3 },
          ],
          missing: 2,
          others: { values: 4, count: 9 },
        }
      : portsReply([kobe]),
  }));
  renderPorts({
    ...list,
    filters: [
      { field: "country" },
      { field: "country", id: "countryGiven", kind: "empty" },
    ],
    chart: { by: "country" },
  });
  await userEvent.click(
    await screen.findByRole("button", { name: "Show chart" }),
  );
  const bar = (name: RegExp) => screen.findByRole("button", { name });
  expect(await bar(/^Japan\s*12$/)).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByText("4 other values")).toBeVisible();
  await userEvent.click(await bar(/^Japan/));
  await waitFor(() => {
    expect(calls.at(-1)).toContain("country=japan");
  });
  expect(await bar(/^Japan/)).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(await bar(/^Not given/));
  await waitFor(() => {
    expect(calls.at(-1)).toContain("countryGiven=empty");
  });
  expect(calls.at(-1)).not.toContain("country=japan");
  await userEvent.click(await bar(/^Not given/));
  await waitFor(() => {
    expect(calls.at(-1)).not.toContain("countryGiven");
  });
});

it("is not offered by a list without a chart", async () => {
  fakeServer(() => ({ body: portsReply([kobe]) }));
  renderPorts(ports);
  await screen.findByText("Kobe");
  expect(
    screen.queryByRole("button", { name: "Show chart" }),
  ).not.toBeInTheDocument();
});
