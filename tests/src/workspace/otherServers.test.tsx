import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

/** Facets of a server that has only selects and ranges. */
const specified = () => {
  const { maker: _maker, ...rest } = facets(40);
  return {
    ...rest,
    chassis: Array.from({ length: 12 }, (_, index) => ({
      value: `C${index}`,
      label: `C${index}`,
    })),
  };
};

const otherServer = () =>
  fakeServer(({ path, query }) => {
    if (path.endsWith("/listing")) return { body: lots(1, 40) };
    if (path.endsWith("/filters")) return { body: specified() };
    if (path.endsWith("/maker"))
      return { body: { options: [{ value: "2", label: "HONDA" }] } };
    if (path.endsWith("/model") && query.get("id") === "2")
      return { body: { options: [{ value: "7", label: "CIVIC" }] } };
    if (path.endsWith("/week-days"))
      return {
        body: { options: [{ value: "2026-11-20", label: "2026-11-20" }] },
      };
    return { status: 404 };
  });

/** The row fields that the build bundles for such a server. */
const theirFields = () => {
  const { detail, permission } = profileReply();
  return bundledWorkspace({ ...detail, permissions: permission }).row("lot")
    .properties;
};

const days = () =>
  within(screen.getByRole("group", { name: "Auction day" })).getAllByRole(
    "button",
  );

beforeEach(() => {
  screenIs("desk");
});

describe("a list of a server that has only the specified calls", () => {
  it("loads makers, models and days from their own calls", async () => {
    const calls = otherServer();
    renderList({
      name: "car-auction",
      search: "?maker=2",
      isOwnServer: false,
      fields: theirFields(),
    });
    expect(await screen.findByLabelText("Maker: Honda")).toBeEnabled();
    await waitFor(() => {
      expect(days()).toHaveLength(1);
    });
    await userEvent.click(screen.getByLabelText("Model"));
    const civic = await screen.findByRole("menuitemcheckbox");
    expect(civic).toHaveTextContent(/^Civic$/);
    const called = calls.map((call) => call.replace("GET /api", ""));
    expect(called).toEqual(
      expect.arrayContaining([
        "/auction/maker",
        "/auction/model?id=2",
        "/site/week-days",
      ]),
    );
  });

  it("searches the loaded options without a call", async () => {
    const calls = otherServer();
    renderList({ name: "car-auction", isOwnServer: false });
    await userEvent.click(
      await screen.findByRole("button", { name: /More filters/ }),
    );
    await userEvent.click(
      await screen.findByRole("button", { name: /^Chassis/ }),
    );
    const search = await screen.findByRole("textbox", { name: /Chassis/ });
    await userEvent.type(search, "C11");
    const found = await screen.findAllByRole("menuitemcheckbox");
    expect(found).toHaveLength(1);
    expect(calls.filter((call) => call.includes("chassis"))).toEqual([]);
  });
});

describe("a list of our own server", () => {
  it("gets all options with the facets", async () => {
    const calls = fakeServer(({ path }) => {
      if (path.endsWith("/listing")) return { body: lots(1, 40) };
      return path.endsWith("/filters") ? { body: facets(40) } : { status: 404 };
    });
    renderList({ name: "car-auction" });
    await screen.findByText("L1");
    expect(calls.filter((call) => call.includes("week-days"))).toEqual([]);
    expect(calls.filter((call) => call.includes("/maker"))).toEqual([]);
  });
});
