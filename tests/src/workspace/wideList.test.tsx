import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { registerAreas } from "../../../src/workspace/registry/areas";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

const rows = 5;
const names = Array.from({ length: 43 }, (_, index) => `wide${index}`);
const fields: RowSchema["properties"] = Object.fromEntries(
  names.map((name) => [name, { type: "integer" }]),
);

/** Adds columns up to fifty, and filters up to forty. */
const widen = (resource: Resource): Resource => ({
  ...resource,
  columns: [
    ...resource.columns,
    ...names.map((name) => ({ id: name, fields: [name] })),
  ],
  filters: [
    ...resource.filters,
    ...names.slice(0, 8).map((field) => ({ field })),
    ...names.slice(8, 28).map((field) => ({ field, group: "extra" as const })),
  ],
});

const isWide = (name: string) => name.startsWith("wide");
const rendered = { cells: 0, controls: 0 };

beforeAll(async () => {
  await import("../../../src/workspace/controls/SelectPopup");
  await import("../../../src/workspace/page/ListingPage");
  registerAreas([
    {
      cells: {
        wide: {
          isFor: ({ name }) => isWide(name),
          Cell: ({ row, fields: [name = ""] }) => {
            rendered.cells += 1;
            return <span>{String(row[name])}</span>;
          },
          width: 60,
        },
      },
      controls: [
        [
          ({ filter }) => isWide(filter.field),
          {
            Control: ({ label }) => {
              rendered.controls += 1;
              return <span>{label}</span>;
            },
            wait: 0,
            place: 1,
          },
        ],
      ],
    },
  ]);
});

let calls: string[];
beforeEach(() => {
  screenIs("desk");
  calls = fakeServer(({ path, query }) => {
    if (path.endsWith("/filters")) return { body: facets(3398) };
    const page = lots(Number(query.get("page") ?? 1), 3398);
    const values = Object.fromEntries(
      names.map((name, index) => [name, index]),
    );
    const carsList = page.carsList
      .slice(0, rows)
      .map((lot) => ({ ...lot, ...values }));
    return { body: { ...page, carsList } };
  });
});

/** Renders the list with rows and counts, then resets the counters. */
async function renderWide() {
  renderList({ name: "car-auction", edit: widen, fields });
  await screen.findByText("L1");
  await screen.findByRole("button", { name: /^Show 3.398$/ });
  expect(rendered.cells).toBeGreaterThanOrEqual(43 * rows);
  rendered.cells = 0;
  rendered.controls = 0;
}

const facetCalls = () => calls.filter((call) => call.includes("/filters"));

describe("a list of 50 columns and 40 filters", () => {
  it("renders no other control and each new row once when a filter is chosen", async () => {
    await renderWide();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Maker" }));
    await user.click(
      await screen.findByRole("menuitemradio", { name: /Toyota/ }),
    );
    await screen.findByRole("button", { name: "Remove filter: Toyota" });
    await waitFor(() => {
      expect(facetCalls()).toHaveLength(2);
      expect(rendered.cells).toBeGreaterThan(0);
    });
    expect(rendered).toEqual({ cells: 43 * rows, controls: 0 });
  });

  it("renders no control and each new row once when it is sorted", async () => {
    await renderWide();
    const user = userEvent.setup();
    const heading = screen.getByRole("columnheader", {
      name: /Grade and year/,
    });
    await user.click(screen.getByRole("button", { name: /Grade and year/ }));
    await waitFor(() => {
      expect(heading).toHaveAttribute("aria-sort", "ascending");
      expect(rendered.cells).toBeGreaterThan(0);
    });
    expect(rendered).toEqual({ cells: 43 * rows, controls: 0 });
  });

  it("renders no row when the focus moves", async () => {
    await renderWide();
    const user = userEvent.setup();
    act(() => {
      screen.getByRole("link", { name: "L1" }).focus();
    });
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("link", { name: "L2" })).toHaveFocus();
    expect(rendered.cells).toBe(0);
  });

  it("renders each row once when the page changes", async () => {
    await renderWide();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await screen.findByText("L21");
    expect(rendered).toEqual({ cells: 43 * rows, controls: 0 });
  });

  it("loads the counts of collapsed filters when they are opened", async () => {
    await renderWide();
    const [first = ""] = facetCalls();
    const wanted = new URL(first.slice(4), location.origin).searchParams;
    expect(wanted.get("facets")).toContain("maker,model");
    expect(wanted.get("facets")).not.toContain("wide8");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "More filters" }));
    await within(screen.getByRole("search")).findByText("Wide8");
    await waitFor(() => {
      expect(facetCalls().at(-1)).not.toContain("facets=");
    });
  });
});
