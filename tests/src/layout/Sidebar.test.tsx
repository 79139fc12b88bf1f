import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import en from "../../../locales/en.json";
import { menuPages } from "../../../src/app/pages";
import { MenuPagesProvider } from "../../../src/layout/menuEntries";
import styles from "../../../src/layout/Menu.module.css";
import { Sidebar } from "../../../src/layout/Sidebar";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { WorkspaceProvider } from "../../../src/providers/workspace";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

type Shown = { bid: number; chat?: number; address: string };

/** The sidebar of a client with that many new bids and unread chats, at that address. */
async function show({ bid, chat = 0, address }: Shown) {
  fakeServer(({ path }) =>
    path.endsWith("menu-counters")
      ? { body: { success: true, bid, chat, search: 0, map: {} } }
      : { body: profileReply() },
  );
  await refreshSession();
  const session = sessionStore.get();
  if (session.status !== "authenticated") throw new Error("Not signed in.");
  const workspace = bundledWorkspace(session.viewer);
  render(
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext i18nProvider={createI18nProvider("en", en)}>
        <InEnglish>
          <WorkspaceProvider value={workspace}>
            <MenuPagesProvider value={menuPages(workspace, session.viewer)}>
              <Sidebar />
            </MenuPagesProvider>
          </WorkspaceProvider>
        </InEnglish>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return within(screen.getByRole("navigation", { name: "Menu" }));
}

beforeEach(() => {
  localStorage.clear();
});

describe("the sidebar", () => {
  it("leads from the number of new bids to these bids", async () => {
    const menu = await show({ bid: 3, address: "/profile" });
    expect(
      await menu.findByRole("link", { name: "My bids, 3 new" }),
    ).toHaveAttribute("href", "/bids?bidStatus=1");
    expect(menu.getByRole("link", { name: "My bids" })).toHaveAttribute(
      "href",
      "/bids",
    );
  });

  it("leads from the number of unread chats to their bids", async () => {
    const menu = await show({ bid: 0, chat: 2, address: "/profile" });
    expect(
      await menu.findByRole("link", { name: "My bids, unread chats: 2" }),
    ).toHaveAttribute("href", "/bids?unread=1");
  });

  it("has one link for an entry with its number when it is folded", async () => {
    localStorage.setItem("seriba.sidebar", "short");
    const menu = await show({ bid: 3, address: "/profile" });
    expect(
      await menu.findByRole("link", { name: "My bids, 3 new" }),
    ).toHaveAttribute("href", "/bids");
  });

  it.each([
    [3, 0, false],
    [3, 2, true],
    [0, 2, true],
  ])(
    "accents the number on a folded entry if chats are unread: %i new bids, %i chats",
    async (bid, chat, isAccented) => {
      localStorage.setItem("seriba.sidebar", "short");
      const menu = await show({ bid, chat, address: "/profile" });
      const number = await menu.findByText(String(bid || chat));
      expect(number.classList.contains(styles.news ?? "")).toBe(isAccented);
    },
  );

  it("shows 99+ above 99", async () => {
    const menu = await show({ bid: 100, address: "/profile" });
    expect(await menu.findByText("99+")).toBeInTheDocument();
  });

  it("marks the current page, at its alias too", async () => {
    const menu = await show({ bid: 0, address: "/" });
    expect(menu.getByRole("link", { name: "Car auctions" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(menu.getByRole("link", { name: "Profile" })).not.toHaveAttribute(
      "aria-current",
    );
  });

  it("stays folded after a reload", async () => {
    await show({ bid: 0, address: "/" });
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Collapse the menu" }));
    expect(localStorage.getItem("seriba.sidebar")).toBe("short");
    expect(
      screen.getByRole("button", { name: "Expand the menu" }),
    ).toHaveAttribute("aria-expanded", "false");
    expect(screen.getByRole("link", { name: "Car auctions" })).toBeVisible();
  });
});
