import { memoryStore } from "ra-core";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MySearchItem } from "../../../generated/schemas";
import { fakeServer } from "../providers/fakeServer";
import { onDay } from "../../support/onDay";
import { installDialogs } from "../ui/nativeDialog";
import { renderList, screenIs } from "./renderList";

onDay("2026-11-20T10:42:00+09:00");

beforeAll(async () => {
  installDialogs();
  await import("../../../src/workspace/saved/SavedDialog");
});

const layout = {
  view: "default" as const,
  hidden: ["grade"],
  widths: {},
  density: "compact" as const,
};

const view = (more?: Partial<MySearchItem>): MySearchItem => ({
  id: "7",
  title: "New ones",
  params: "bidStatus=1",
  type: "my-bids",
  isDefault: false,
  shared: false,
  layout,
  ...more,
});

let saved: MySearchItem[];
let sent: { call: string; body: unknown }[];

beforeEach(() => {
  sessionStorage.clear();
  screenIs("desk");
  saved = [view()];
  sent = [];
  fakeServer(({ path, method, body }) => {
    if (path.endsWith("/my-search"))
      return { body: { success: true, items: saved, counter: saved.length } };
    if (path.endsWith("/filters"))
      return { body: { success: true, filters: {}, counters: [] } };
    if (method === "GET")
      return {
        body: {
          success: true,
          cars: [],
          counters: [],
          totalBids: 0,
          pageInfo: {
            pageSize: 20,
            page: 1,
            totalSearchResults: 0,
            totalResults: 0,
          },
        },
      };
    sent.push({ call: path.split("/").at(-1) ?? "", body });
    return { body: { success: true, id: "8" } };
  });
});

const address = () => screen.getByTestId("address").textContent;

function open(search = "") {
  const user = userEvent.setup();
  const store = memoryStore();
  renderList({
    name: "my-bids",
    search,
    store,
    edit: (resource) => ({ ...resource, savedViews: { share: {} } }),
  });
  const press = (name: RegExp | string) => async () =>
    user.click(await screen.findByRole("button", { name }));
  return { user, store, views: press(/^(Views|New ones)/), press };
}

describe("the views of a list", () => {
  it("tell of new rows if the server offers it, and do not speak of lots", async () => {
    saved = [view({ notify: "none" }), view({ id: "8", title: "Old ones" })];
    const { views } = open();
    await views();
    const choices = await screen.findAllByRole("combobox", { name: /^Tell/ });
    expect(choices.map((choice) => choice.getAttribute("aria-label"))).toEqual([
      "Tell me about new rows of “New ones”",
    ]);
  });

  it("open with their filters and columns, and are named while they are open", async () => {
    const { views, press, store } = open();
    await views();
    await press(/^New ones/)();
    expect(address()).toBe("/bids?bidStatus=1");
    expect(store.getItem("my-bids.grid")).toEqual({
      hidden: { grade: false },
      widths: {},
      density: "compact",
    });
    expect(
      await screen.findByRole("button", { name: "New ones" }),
    ).toBeVisible();
  });

  it("are marked when the list differs, and can be saved or reset", async () => {
    const { user, views, press, store } = open();
    await views();
    await press(/^New ones/)();
    store.setItem("my-bids.grid", { ...layout, hidden: {} });
    await user.click(
      await screen.findByRole("button", { name: "New ones Changed" }),
    );
    await press("Reset to the view")();
    expect(store.getItem("my-bids.grid")).toMatchObject({
      hidden: { grade: false },
    });
    store.setItem("my-bids.grid", { ...layout, hidden: {} });
    await user.click(
      await screen.findByRole("button", { name: "New ones Changed" }),
    );
    saved = [view({ layout: { ...layout, hidden: [] } })];
    await press("Save changes")();
    await screen.findByRole("button", { name: "New ones" });
    expect(sent).toEqual([
      {
        call: "update-search",
        body: {
          id: "7",
          title: "New ones",
          params: "bidStatus=1",
          layout: { ...layout, hidden: [] },
        },
      },
    ]);
  });

  it("are saved as new ones with the columns, and then open", async () => {
    const { user, views, press } = open("?bidStatus=2");
    await views();
    await press("Save as a new view")();
    const title = await screen.findByRole("textbox", { name: "Title" });
    await user.clear(title);
    saved = [
      view({
        id: "8",
        title: "Accepted",
        params: "bidStatus=2",
        layout: { ...layout, hidden: [], density: "standard" },
      }),
    ];
    await user.type(title, "Accepted{Enter}");
    await screen.findByRole("dialog", { name: "View saved" });
    await press("Done")();
    expect(
      await screen.findByRole("button", { name: "Accepted" }),
    ).toBeVisible();
    expect(sent).toEqual([
      {
        call: "save-search",
        body: {
          title: "Accepted",
          params: "bidStatus=2",
          type: "my-bids",
          layout: {
            view: "default",
            hidden: [],
            widths: {},
            density: "standard",
          },
        },
      },
    ]);
  });

  it("open with the list if they are its default, with today as the present day", async () => {
    saved = [view({ isDefault: true, params: "date=@today,@today" })];
    open();
    const today = "2026-11-20";
    await waitFor(() => {
      expect(address()).toBe(`/bids?date=${today},${today}`);
    });
    expect(
      await screen.findByRole("button", { name: "New ones" }),
    ).toBeVisible();
  });

  it("leave a list alone that opens with a query of its own", async () => {
    saved = [view({ isDefault: true })];
    open("?bidStatus=3");
    expect(
      await screen.findByRole("button", { name: "Views 1" }),
    ).toBeVisible();
    expect(address()).toBe("/bids?bidStatus=3");
  });

  it("can be made the default and shared, but views of others cannot be renamed", async () => {
    saved = [view(), view({ id: "9", title: "Hers", owner: "Emi Tanaka" })];
    const { user, views } = open();
    await views();
    const list = await screen.findByRole("dialog", { name: "Views" });
    const box = (name: string) => within(list).getByRole("checkbox", { name });
    await user.click(box("Shared with colleagues: “New ones”"));
    await user.click(box("Opens with the list: “Hers”"));
    expect(within(list).getByText("Shared by Emi Tanaka")).toBeVisible();
    expect(
      within(list).queryByRole("button", { name: "Rename “Hers”" }),
    ).toBeNull();
    expect(sent).toEqual([
      {
        call: "update-search",
        body: { id: "7", title: "New ones", shared: true },
      },
      { call: "default-view", body: { type: "my-bids", id: "9" } },
    ]);
  });
});
