import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installDialogs } from "../../ui/nativeDialog";
import {
  change,
  column,
  names,
  openBoard,
  server,
  startBoard,
} from "./openBoard";

beforeAll(installDialogs);
beforeEach(startBoard);

describe("a card of a board", () => {
  const menuOf = async (
    user: ReturnType<typeof userEvent.setup>,
    name: string,
  ) => {
    const button = await screen.findByRole("button", { name: `Move ${name}` });
    button.focus();
    await user.keyboard("{Enter}");
    return screen.findByRole("dialog");
  };

  it("moves by its menu, keeps the focus and is counted in its new column", async () => {
    const { user, writes } = openBoard();
    const menu = await menuOf(user, "Kobe");
    expect(within(menu).queryByRole("button", { name: "→ Closed" })).toBeNull();
    within(menu).getByRole("button", { name: "→ Open" }).focus();
    await user.keyboard("{Enter}");
    const opened = await column("Open");
    await waitFor(() => {
      expect(names(opened)).toContain("Kobe");
    });
    expect(
      within(opened).getByRole("link", { name: /^Open: 2\b/ }),
    ).toBeVisible();
    expect(names(await column("Planned"))).toEqual(["Osaka"]);
    expect(writes).toEqual([{ state: "open", version: 4 }]);
    await waitFor(() => {
      expect(
        within(opened).getByRole("button", { name: "Move Kobe" }),
      ).toHaveFocus();
    });
  });

  it("gets the focus in its new column if it had it, and only then", async () => {
    const { user, refresh } = openBoard();
    const buttonOf = (name: string) =>
      screen.findByRole("button", { name: `Move ${name}` });
    (await buttonOf("Kobe")).focus();
    change("1", "open");
    await refresh();
    expect(names(await column("Open"))).toContain("Kobe");
    expect(await buttonOf("Kobe")).toHaveFocus();
    (await buttonOf("Osaka")).focus();
    await user.click(document.body);
    change("2", "open");
    await refresh();
    expect(names(await column("Open"))).toContain("Osaka");
    expect(document.body).toHaveFocus();
  });

  it("stays where it is while somebody types in its panel", async () => {
    const { user, refresh } = openBoard("?board=state", { rowPanel: "notes" });
    const toggle = { name: "Details of Kobe" };
    await user.click(await screen.findByRole("button", toggle));
    await user.type(await screen.findByLabelText("Note"), "half");
    change("1", "open");
    await refresh();
    await user.keyboard(" a line");
    expect(screen.getByLabelText("Note")).toHaveValue("half a line");
    const moveOf = async (name: string) =>
      within(await column(name)).queryByRole("button", { name: "Move Kobe" });
    expect(await moveOf("Planned")).toBeVisible();
    await user.click(screen.getByRole("button", toggle));
    expect(await moveOf("Open")).toBeVisible();
  });

  it("follows a move of the person also with an open panel", async () => {
    const { user, refresh } = openBoard("?board=state", { rowPanel: "notes" });
    await user.click(
      await screen.findByRole("button", { name: "Details of Kobe" }),
    );
    const menu = await menuOf(user, "Kobe");
    await user.click(within(menu).getByRole("button", { name: "→ Open" }));
    const isThere = async () => {
      const name = "Move Kobe";
      const opened = within(await column("Open"));
      expect(await opened.findByRole("button", { name })).toBeVisible();
    };
    await isThere();
    await waitFor(() => {
      expect(server.stored[0]?.state).toBe("open");
    });
    await refresh();
    await isThere();
  });

  it("goes back when its move is undone", async () => {
    const { user, writes } = openBoard();
    const menu = await menuOf(user, "Kobe");
    await user.click(within(menu).getByRole("button", { name: "→ Open" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(async () => {
      expect(names(await column("Planned"))).toEqual(
        expect.arrayContaining(["Kobe", "Osaka"]),
      );
    });
    expect(writes.at(-1)).toMatchObject({ state: "planned" });
  });

  it("opens the form of a move that needs fields", async () => {
    const { user, writes } = openBoard();
    const menu = await menuOf(user, "Otaru");
    await user.click(within(menu).getByRole("button", { name: "→ Closed" }));
    expect(await screen.findByLabelText(/Depth/)).toBeVisible();
    expect(writes).toEqual([]);
  });

  it("can be dragged to the columns that it may enter, and to no other", async () => {
    const { writes } = openBoard();
    const planned = await column("Planned");
    const [card] = within(planned).getAllByRole("listitem");
    const dataTransfer = {
      setData: () => undefined,
      effectAllowed: "",
      dropEffect: "",
    };
    if (!card) throw new Error("The column has no card.");
    fireEvent.dragStart(card, { dataTransfer });
    const opened = await column("Open");
    const closed = await column("Closed");
    expect(opened).toHaveAttribute("data-drop", "allowed");
    expect(closed).toHaveAttribute("data-drop", "refused");
    fireEvent.drop(closed, { dataTransfer });
    expect(writes).toEqual([]);
    await act(async () => {
      fireEvent.drop(opened, { dataTransfer });
      await Promise.resolve();
    });
    await waitFor(() => {
      expect(writes).toEqual([{ state: "open", version: 4 }]);
    });
  });

  it("cannot move over a field that no action sets", async () => {
    server.stored = server.stored.map((each) => ({
      ...each,
      country: "japan",
    }));
    openBoard("?board=country");
    expect(await screen.findByText(/cannot be moved/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Move / })).toBeNull();
  });
});
