import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocation } from "react-router";
import type { Resource } from "../../../../domain/resource";
import { guardLeaving } from "../../../../src/providers/historyGuard";
import Palette from "../../../../src/workspace/palette/Palette";
import { sessionStore } from "../../../../src/providers/session";
import carAuction from "../../../fixtures/resources/car-auction.json";
import { renderInApp } from "../../bidding/inApp";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";

beforeEach(() => {
  installDialogs();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
  sessionStore.set({ status: "anonymous" });
  vi.unstubAllGlobals();
});

const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

/** A list that the palette searches. */
const stock = {
  ...carAuction,
  name: "stock",
  route: "/stock",
  aliases: [],
  search: {
    param: "search",
    send: ["field", "text"],
    parameters: [
      { value: "lot_no", fields: ["lotNo"], match: "prefix", palette: true },
    ],
  },
} as unknown as Resource;

const open = (onClose = () => undefined) => {
  renderInApp(
    <>
      <Palette onClose={onClose} />
      <Address />
    </>,
    { otherLists: [stock] },
  );
  return screen.findByRole("combobox");
};

const saved = {
  success: true,
  counter: 1,
  items: [
    { id: "3", title: "Old wagons", params: "year=1990,1995", type: "auction" },
  ],
};

it("moves through its entries by arrows and opens the active one by Enter", async () => {
  fakeServer(() => ({ body: { ...saved, items: [] } }));
  const onClose = vi.fn<() => undefined>();
  const input = await open(onClose);
  expect(input).toHaveFocus();
  const options = () => screen.getAllByRole("option");
  const active = () =>
    document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
  expect(active()).toBe(options()[0]);
  await userEvent.keyboard("{ArrowUp}");
  expect(active()).toBe(options().at(-1));
  await userEvent.keyboard("{ArrowDown}");
  expect(active()).toBe(options()[0]);
  await userEvent.type(input, "car auct");
  expect(options()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByText("/car-auction")).toBeInTheDocument();
});

it("finds saved searches by their titles, and opens the list with them", async () => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/palette") ? { success: true, lists: [] } : saved,
  }));
  const input = await open();
  await userEvent.type(input, "wagons");
  await screen.findByRole("option", { name: /Old wagons/ });
  await userEvent.keyboard("{Enter}");
  expect(
    screen.getByText(/^\/car-auction\?year=1990(%2C|,)1995$/),
  ).toBeInTheDocument();
});

it("asks the server once for typed text, and says that nothing was found", async () => {
  const calls = fakeServer(({ path }) => ({
    body: path.endsWith("/palette")
      ? { success: true, lists: [] }
      : { ...saved, items: [] },
  }));
  const input = await open();
  await userEvent.type(input, "zzz9");
  await waitFor(() => {
    expect(
      screen.getAllByText("Nothing found.", { exact: false }),
    ).not.toHaveLength(0);
  });
  expect(calls.filter((call) => call.includes("/palette"))).toEqual([
    "GET /api/palette?text=zzz9",
  ]);
  expect(input).toHaveAttribute("aria-expanded", "false");
});

it("keeps pages while rows cannot be searched, and tries again", async () => {
  let isDown = true;
  fakeServer(({ path }) => {
    if (!path.endsWith("/palette")) return { body: { ...saved, items: [] } };
    return isDown
      ? refusal(503, "unavailable")
      : { body: { success: true, lists: [] } };
  });
  const input = await open();
  await userEvent.type(input, "car");
  await screen.findByText("Rows could not be searched.", { exact: false });
  expect(screen.getAllByRole("option").length).toBeGreaterThan(0);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => {
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

it("opens the pages of the account and runs its commands", async () => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/palette") ? { success: true, lists: [] } : saved,
  }));
  const input = await open();
  await userEvent.type(input, "change pass");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("/change-password")).toBeInTheDocument();
  await userEvent.clear(input);
  await userEvent.type(input, "security");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("/profile/security")).toBeInTheDocument();
  const theme = () => document.documentElement.dataset.theme;
  await userEvent.clear(input);
  await userEvent.type(input, "dark theme");
  await userEvent.keyboard("{Enter}");
  expect(theme()).toBe("dark");
  await userEvent.clear(input);
  await userEvent.type(input, "light theme");
  await userEvent.keyboard("{Enter}");
  expect(theme()).toBe("light");
});

it("asks to discard a form only if an entry leaves it", async () => {
  const calls = fakeServer(() => ({ body: { ...saved, items: [] } }));
  const onAsk = vi.fn();
  const endGuard = guardLeaving(onAsk);
  const input = await open();
  for (const text of ["dark theme", "light theme"]) {
    await userEvent.clear(input);
    await userEvent.type(input, `${text}{Enter}`);
  }
  expect(onAsk).not.toHaveBeenCalled();
  for (const text of ["change pass", "log out"]) {
    await userEvent.clear(input);
    await userEvent.type(input, `${text}{Enter}`);
  }
  endGuard();
  expect(onAsk).toHaveBeenCalledTimes(2);
  expect(screen.getByText("/")).toBeInTheDocument();
  expect(calls).not.toContain("POST /api/auth/logout");
});

it("logs out, and offers the other language", async () => {
  const calls = fakeServer(({ path }) =>
    path.endsWith("/auth/logout")
      ? refusal(503, "overloaded")
      : { body: { ...saved, items: [] } },
  );
  const input = await open();
  await userEvent.type(input, "log out");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => {
    expect(calls).toContain("POST /api/auth/logout");
  });
  await userEvent.clear(input);
  await userEvent.type(input, "русский");
  expect(screen.getAllByRole("option")).toHaveLength(1);
});
