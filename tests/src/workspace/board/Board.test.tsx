import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installDialogs } from "../../ui/nativeDialog";
import { screenIs } from "../renderList";
import {
  address,
  column,
  names,
  openBoard,
  server,
  startBoard,
} from "./openBoard";

beforeAll(installDialogs);
beforeEach(startBoard);

describe("the board of a list", () => {
  it("has a column for each value with rows, and for values that they can reach", async () => {
    const { calls } = openBoard();
    expect(names(await column("Planned"))).toEqual(["Kobe", "Osaka"]);
    expect(names(await column("Open"))).toEqual(["Otaru"]);
    expect(within(await column("Closed")).getByText("No rows")).toBeVisible();
    expect(calls.some((call) => call.includes("state=closed"))).toBe(false);
  });

  it("has a number on each column that opens its rows in the list", async () => {
    const { user } = openBoard(
      "?country=japan&sort=name&order=DESC&board=state",
    );
    const planned = await column("Planned");
    await user.click(
      within(planned).getByRole("link", { name: /^Planned: 2\b/ }),
    );
    await waitFor(() => {
      expect(address()).toBe(
        "/ports?state=planned&country=japan&sort=name&order=DESC",
      );
    });
    expect(await screen.findByRole("table")).toBeVisible();
  });

  it("reads the columns with the filters, search and order of the list", async () => {
    const { calls } = openBoard(
      "?country=japan&sort=name&order=DESC&board=state",
    );
    await column("Planned");
    expect(calls.filter((call) => call.includes("state=planned"))).toEqual([
      expect.stringMatching(/country=japan.*|.*country=japan/) as string,
    ]);
  });

  it("opens from the table and keeps the field in the URL", async () => {
    const { user } = openBoard("");
    await user.click(await screen.findByRole("button", { name: "Board" }));
    await column("Planned");
    expect(address()).toBe("/ports?board=state");
    const fields = screen.getByRole("group", { name: "Board by" });
    await user.click(within(fields).getByRole("button", { name: "Country" }));
    await waitFor(() => {
      expect(address()).toBe("/ports?board=country");
    });
    await user.click(screen.getByRole("button", { name: "Table" }));
    expect(await screen.findByRole("table")).toBeVisible();
    expect(address()).toBe("/ports");
  });

  it("offers to load a column again that has failed, and shows the others", async () => {
    server.failing = "open";
    const { user } = openBoard();
    expect(names(await column("Planned"))).toEqual(["Kobe", "Osaka"]);
    const failed = await column("Open");
    server.failing = null;
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await waitFor(() => {
      expect(names(failed)).toEqual(["Otaru"]);
    });
  });

  it("keeps the cards of a column that could not be read again", async () => {
    const { user, refresh } = openBoard();
    const opened = await column("Open");
    server.failing = "open";
    await refresh();
    expect(names(opened)).toEqual(["Otaru"]);
    expect(
      within(opened).getByRole("link", { name: /^Open: 1\b/ }),
    ).toBeVisible();
    server.failing = null;
    await user.click(within(opened).getByRole("button", { name: "Try again" }));
    await waitFor(() => {
      expect(within(opened).queryByRole("button", { name: "Try again" })).toBe(
        null,
      );
    });
    expect(names(opened)).toEqual(["Otaru"]);
  });

  it("keeps the cards of a column whose other rows could not be read", async () => {
    server.stored = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: String(index), name: "Kobe", state: "planned", version: 1 },
    }));
    const { user } = openBoard();
    const planned = await column("Planned");
    server.failing = "planned";
    await user.click(
      within(planned).getByRole("button", { name: "Show more" }),
    );
    await within(planned).findByRole("button", { name: "Try again" });
    expect(names(planned)).toHaveLength(20);
  });

  it("shows more rows of a long column, and then leads to all of them", async () => {
    server.stored = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: String(index), name: "Kobe", state: "planned", version: 1 },
    }));
    const { user } = openBoard();
    const planned = await column("Planned");
    expect(names(planned)).toHaveLength(20);
    await user.click(
      within(planned).getByRole("button", { name: "Show more" }),
    );
    await waitFor(() => {
      expect(names(planned)).toHaveLength(50);
    });
    expect(
      within(planned).getByRole("link", { name: "All 60 in the list" }),
    ).toHaveAttribute("href", "/ports?state=planned");
  });
});

describe("the board on a phone", () => {
  it("shows one column at a time, with the number of each", async () => {
    screenIs("phone");
    const { user } = openBoard();
    await column("Planned");
    expect(screen.queryByRole("region", { name: "Open" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Open 1" }));
    expect(names(await column("Open"))).toEqual(["Otaru"]);
    expect(screen.queryByRole("region", { name: "Planned" })).toBeNull();
  });

  it("keeps the shown column when rows come into an earlier one", async () => {
    screenIs("phone");
    server.stored = server.stored.filter(({ state }) => state === "open");
    const { refresh } = openBoard();
    await column("Open");
    server.stored = [
      { id: "1", name: "Kobe", state: "planned", version: 1 },
      ...server.stored,
    ];
    await refresh();
    expect(
      await screen.findByRole("button", { name: "Planned 1" }),
    ).toBeVisible();
    expect(names(await column("Open"))).toEqual(["Otaru"]);
  });
});
