import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fakeServer, refusal } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";
import {
  dialog,
  open,
  press,
  search,
  server,
  useSavedSearches,
} from "./savedSearchServer";

useSavedSearches();

const address = () => screen.getByTestId("address").textContent;

describe("saving a search", () => {
  const choice = "?maker=1&year=2015,2020&sort=year&order=DESC&page=2";

  it("saves the filters without the page, under their summary, once on a double click", async () => {
    const { user } = await open(choice);
    await press(user, "Save this search");
    const form = await dialog("Save this search");
    const title = within(form).getByLabelText("Title");
    expect(title).toHaveValue("Toyota · Year 2015 – 2020 · Year, descending");
    server.saved = [search(1)];
    const save = within(form).getByRole("button", { name: "Save" });
    // The second click comes before React has rendered the first.
    fireEvent.click(save);
    fireEvent.click(save);
    expect(await dialog("Search saved")).toHaveTextContent(/Toyota · Year/);
    expect(server.sent).toEqual([
      {
        call: "save-search",
        body: {
          title: "Toyota · Year 2015 – 2020 · Year, descending",
          params: "maker=1&year=2015,2020&sort=year&order=DESC",
          type: "auction",
        },
      },
    ]);
    await press(user, "View all");
    const list = await dialog("Saved searches");
    expect(await within(list).findByText("Search 1")).toBeVisible();
    expect(
      screen.getByRole("button", { name: "Saved searches 1" }),
    ).toBeVisible();
  });

  it("lists at most ten parts and the number of the others", async () => {
    const year = "year=2015,2020&mileage=0,90000&engine=1000,2000";
    const { user } = await open(
      `?maker=1&${year}&status=4531,4532,4533,4534,4535,4536,4537&search=lot_no-7`,
    );
    await press(user, "Save this search");
    const form = await dialog("Save this search");
    expect(within(form).getByText(/Cancelled · 2 more$/)).toBeVisible();
  });

  it("refuses a blank title", async () => {
    const { user } = await open(choice);
    await press(user, "Save this search");
    const form = await dialog("Save this search");
    const title = within(form).getByLabelText("Title");
    await user.clear(title);
    await user.type(title, "  {Enter}");
    expect(within(form).getByText("Required field")).toBeVisible();
    expect(server.sent).toEqual([]);
  });

  it("keeps the typed title when the call fails, for another try", async () => {
    const { user } = await open(choice);
    await press(user, "Save this search");
    const form = await dialog("Save this search");
    const title = within(form).getByLabelText("Title");
    await user.clear(title);
    server.refused = refusal(503, "unavailable", { message: "Busy" });
    await user.type(title, "For Anna{Enter}");
    expect(await within(form).findByText("Busy")).toBeVisible();
    expect(title).toHaveValue("For Anna");
    await press(user, "Save");
    expect(await dialog("Search saved")).toHaveTextContent("For Anna");
    expect(server.sent.at(-1)?.body).toMatchObject({ title: "For Anna" });
  });

  it("is disabled at ten searches, with the reason", async () => {
    server.saved = Array.from({ length: 10 }, (_, index) => search(index + 1));
    await open(choice);
    expect(await screen.findByText(/You have 10 saved searches/)).toBeVisible();
    expect(
      screen.getByRole("button", { name: "Save this search" }),
    ).toBeDisabled();
  });

  it("is disabled without filters and sort", async () => {
    const { list } = await open();
    expect(
      await within(list).findByText(/Choose filters or a sort/),
    ).toBeVisible();
    expect(
      screen.getByRole("button", { name: "Save this search" }),
    ).toBeDisabled();
  });
});

describe("the saved searches", () => {
  it("are requested by the list type and summarized in words", async () => {
    server.saved = [
      search(1, {
        title: "For Anna",
        params: "maker=9&model=7&sort=mileage",
        names: { maker: { "9": "MAZDA" }, model: { "7": "DEMIO" } },
      }),
    ];
    const { list } = await open();
    const item = await within(list).findByRole("button", { name: /^For Anna/ });
    expect(item).toHaveTextContent("Mazda · Demio · Mileage, ascending");
    expect(item).toHaveTextContent(/Saved 20 Nov.*, 10:42/);
    expect(server.calls).toContain("GET /api/user/my-search?type=auction");
  });

  it("open in the list and close the dialog", async () => {
    server.saved = [
      search(1, { params: "maker=2&year=2016,&sort=year&order=DESC" }),
    ];
    const { user, list } = await open("?maker=1&page=3");
    await user.click(
      await within(list).findByRole("button", { name: /^Search 1/ }),
    );
    expect(address()).toBe(
      "/car-auction?maker=2&year=2016,&sort=year&order=DESC",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("mark the search that the list shows", async () => {
    server.saved = [search(1), search(2, { params: "maker=2" })];
    const { list } = await open("?maker=2&page=2");
    const shown = await within(list).findByRole("button", {
      name: /^Search 2/,
    });
    expect(shown).toHaveAttribute("aria-current", "true");
    expect(
      within(list).getByRole("button", { name: /^Search 1/ }),
    ).not.toHaveAttribute("aria-current");
  });

  it("show an error with a retry", async () => {
    let isDown = true;
    fakeServer(({ path }) => {
      if (path.endsWith("/my-search"))
        return isDown
          ? refusal(503, "unavailable", { message: "Busy" })
          : { body: { success: true, items: [search(1)], counter: 1 } };
      return { body: path.endsWith("/filters") ? facets(12) : lots(1, 12) };
    });
    const { user, list } = await open();
    expect(await within(list).findByText("Busy")).toBeVisible();
    isDown = false;
    await press(user, "Try again");
    expect(await within(list).findByText("Search 1")).toBeVisible();
    expect(within(list).queryByText("Busy")).toBeNull();
  });

  it("have no button if the server lacks the call", async () => {
    fakeServer(({ path }) => {
      if (path.endsWith("/my-search")) return { status: 404 };
      return { body: path.endsWith("/filters") ? facets(12) : lots(1, 12) };
    });
    renderList({ name: "car-auction" });
    expect(
      screen.getByRole("button", { name: /^Saved searches/ }),
    ).toBeVisible();
    await waitFor(() => {
      expect(
        screen.queryByRole("button", { name: /^Saved searches/ }),
      ).toBeNull();
    });
  });
});

describe("a search with dropped criteria", () => {
  const gone = () =>
    search(1, { dropped: [{ param: "fuel", value: "petrol" }] });

  it("names them and opens the rest with a notice", async () => {
    server.saved = [gone()];
    const { user, list } = await open();
    expect(
      await within(list).findByText("No longer available: fuel=petrol"),
    ).toBeVisible();
    await user.click(within(list).getByRole("button", { name: /^Search 1/ }));
    expect(address()).toBe("/car-auction?maker=1");
  });

  it("is saved without them on request", async () => {
    server.saved = [gone()];
    const { user, list } = await open();
    const keep = await within(list).findByRole("button", {
      name: "Save “Search 1” without the unavailable filters",
    });
    server.saved = [search(1)];
    await user.click(keep);
    await waitFor(() => {
      expect(within(list).queryByText(/No longer available/)).toBeNull();
    });
    expect(server.sent).toEqual([
      {
        call: "update-search",
        body: { id: "1", title: "Search 1", params: "maker=1" },
      },
    ]);
  });

  it("is recognized in the browser if the server does not report it", async () => {
    server.saved = [search(1, { params: "maker=1&fuel=petrol" })];
    const { user, list } = await open("", false);
    expect(
      await within(list).findByText("No longer available: fuel=petrol"),
    ).toBeVisible();
    expect(within(list).queryByRole("button", { name: /^Keep/ })).toBeNull();
    await user.click(within(list).getByRole("button", { name: /^Search 1/ }));
    expect(address()).toBe("/car-auction?maker=1");
  });
});

describe("renaming a search", () => {
  const rename = async () => {
    server.saved = [search(1)];
    const { user, list } = await open();
    await user.click(
      await within(list).findByRole("button", { name: "Rename “Search 1”" }),
    );
    return { user, list, field: within(list).getByLabelText("Title") };
  };

  it("saves the trimmed title on Enter", async () => {
    const { user, list } = await rename();
    server.saved = [search(1, { title: "For Anna" })];
    await user.keyboard(" For Anna {Enter}");
    expect(await within(list).findByText("For Anna")).toBeVisible();
    expect(server.sent).toEqual([
      { call: "update-search", body: { id: "1", title: "For Anna" } },
    ]);
    expect(
      within(list).getByRole("button", { name: "Rename “For Anna”" }),
    ).toHaveFocus();
  });

  it.each([
    ["the same title", "Search 1 {Enter}"],
    ["a new title that Escape discards", "Other{Escape}"],
  ])("does not send %s", async (_what, keys) => {
    const { user, list } = await rename();
    await user.keyboard(keys);
    expect(within(list).queryByLabelText("Title")).toBeNull();
    expect(within(list).getByText("Search 1")).toBeVisible();
    expect(server.sent).toEqual([]);
  });

  it("refuses a blank title with a message", async () => {
    const { user, list, field } = await rename();
    await user.clear(field);
    await user.keyboard("  {Enter}");
    expect(within(list).getByText("Required field")).toBeVisible();
    expect(server.sent).toEqual([]);
  });

  it("keeps the typed title when the call fails", async () => {
    const { user, list, field } = await rename();
    server.refused = refusal(503, "unavailable", { message: "Busy" });
    await user.keyboard("For Anna{Enter}");
    expect(await within(list).findByText("Busy")).toBeVisible();
    expect(field).toHaveValue("For Anna");
  });
});

describe("deleting a search", () => {
  it("asks first and can be cancelled", async () => {
    server.saved = [search(1)];
    const { user, list } = await open();
    await user.click(
      await within(list).findByRole("button", { name: "Delete “Search 1”" }),
    );
    await dialog("Delete the saved search?");
    await press(user, "Cancel");
    expect(await screen.findByText("Search 1")).toBeVisible();
    expect(server.sent).toEqual([]);
  });

  it("removes it from the list", async () => {
    server.saved = [search(1), search(2)];
    const { user, list } = await open();
    await user.click(
      await within(list).findByRole("button", { name: "Delete “Search 1”" }),
    );
    await dialog("Delete the saved search?");
    server.saved = [search(2)];
    await press(user, "Delete");
    const left = await dialog("Saved searches");
    expect(within(left).getByText("Search 2")).toBeVisible();
    expect(within(left).queryByText("Search 1")).toBeNull();
    expect(server.sent).toEqual([{ call: "delete-search", body: { id: "1" } }]);
  });
});

describe("on a phone", () => {
  it("the button shows only its icon and the number", async () => {
    screenIs("phone");
    server.saved = [search(1), search(2)];
    renderList({ name: "car-auction" });
    expect(
      await screen.findByRole("button", { name: "Saved searches 2" }),
    ).toBeVisible();
  });
});
