import { render, screen, within, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../../locales/en.json";
import { menuPages } from "../../../src/app/pages";
import { MenuPagesProvider } from "../../../src/layout/menuEntries";
import { Sidebar } from "../../../src/layout/Sidebar";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { WorkspaceProvider } from "../../../src/providers/workspace";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";
import { isPlace } from "../../../src/layout/CompanyLinks";
import { changeLanguage } from "../../../src/providers/i18n/language";
import { ThemeToggle } from "../../../src/layout/LanguageSwitch";
import { chooseTheme } from "../../../src/theme/theme";
import styles from "../../../src/layout/Menu.module.css";

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
  it("leads from the number of bids under review to these bids", async () => {
    const menu = await show({ bid: 3, address: "/profile" });
    expect(
      await menu.findByRole("link", { name: "My bids, 3 under review" }),
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
      await menu.findByRole("link", { name: "My bids, 3 under review" }),
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

it("shows links of the configuration that lead to a place, and none that runs a script", () => {
  const addresses = [
    "https://exporter.test/",
    "mailto:office@exporter.test",
    "tel:+81355550100",
    "/terms.pdf",
    "javascript:alert(1)",
    "data:text/html,<h1>Trap</h1>",
  ];
  expect(addresses.map(isPlace)).toEqual([
    ...[true, true, true, true],
    ...[false, false],
  ]);
});

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: "anonymous" });
});

describe("the theme", () => {
  it("is switched on the page and stored", async () => {
    chooseTheme("light");
    render(<ThemeToggle />, { wrapper: InEnglish });
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /dark theme/ }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("seriba.theme")).toBe("dark");
    await user.click(screen.getByRole("button", { name: /light theme/ }));
    expect(localStorage.getItem("seriba.theme")).toBe("light");
  });
});

describe("the language", () => {
  it("of a visitor is stored in the browser and reloads the page", async () => {
    const calls = fakeServer(() => ({}));
    const reload = vi.fn();
    await changeLanguage("ru", reload);
    expect(localStorage.getItem("seriba.language")).toBe("ru");
    expect(reload).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
  });

  it("of a user is saved on the server first", async () => {
    const saved: unknown[] = [];
    fakeServer(({ path, body }) => {
      if (path.endsWith("view-profile")) return { body: profileReply() };
      expect(localStorage.getItem("seriba.language")).toBeNull();
      saved.push(body);
      return {};
    });
    await refreshSession();
    const reload = vi.fn();
    await changeLanguage("ru", reload);
    expect(saved).toEqual([{ language: 693 }]);
    await waitFor(() => {
      expect(reload).toHaveBeenCalledOnce();
    });
  });

  it("does not change when the server refuses", async () => {
    fakeServer(({ path }) =>
      path.endsWith("view-profile")
        ? { body: profileReply() }
        : refusal(503, "unavailable"),
    );
    await refreshSession();
    const reload = vi.fn();
    await expect(changeLanguage("ru", reload)).rejects.toMatchObject({
      status: 503,
    });
    expect(localStorage.getItem("seriba.language")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});
