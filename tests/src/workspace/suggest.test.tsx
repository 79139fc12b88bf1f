import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

const sales = [
  { id: "7", lotNo: "4711", auctionName: "USS Tokyo" },
  { id: "8", lotNo: "4712", auctionName: null },
];

const withSuggestions = (resource: Resource): Resource => ({
  ...resource,
  filters: [
    {
      field: "lotNo",
      control: "search",
      suggest: {
        path: "/sales/search",
        rows: "sales",
        details: ["auctionName"],
      },
    },
    ...resource.filters,
  ],
});

let suggest: (text: string | null) => { status?: number; body: object };
let asked: (string | null)[] = [];

beforeEach(() => {
  screenIs("desk");
  asked = [];
  suggest = () => ({ body: { success: true, sales } });
  fakeServer(({ path, query }) => {
    if (path.endsWith("/sales/search")) {
      const text = query.get("lotNo");
      asked.push(text);
      return suggest(text);
    }
    return {
      body: path.endsWith("/filters") ? facets(3398) : lots(1, 3398),
    };
  });
});

const address = () => screen.getByTestId("address").textContent;

async function typeLotNo(text: string, search = "") {
  const user = userEvent.setup();
  renderList({ name: "car-auction", search, edit: withSuggestions });
  const input = await screen.findByRole("combobox", { name: "Lot no." });
  await user.type(input, text);
  return { user, input };
}

describe("a search that suggests rows", () => {
  it("asks once people pause, and shows the rows with their details", async () => {
    const { input } = await typeLotNo("47");
    const list = await screen.findByRole("listbox", { name: /Lot no\./ });
    const options = within(list).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "4711USS Tokyo",
      "4712",
    ]);
    expect(asked).toEqual(["47"]);
    expect(input).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByText("2 suggestions")).toBeInTheDocument();
  });

  it("shows the row that is chosen by the keyboard, without the other filters", async () => {
    const { user, input } = await typeLotNo("47", "?maker=2");
    await screen.findByRole("listbox");
    await user.keyboard("{ArrowDown}{ArrowDown}");
    const second = screen.getByRole("option", { name: "4712" });
    expect(input).toHaveAttribute("aria-activedescendant", second.id);
    expect(second).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(input).toHaveValue("4712");
    expect(input).toHaveFocus();
    expect(address()).toBe("/car-auction?lotNo=4712");
  });

  it("shows the row that is clicked", async () => {
    const { user } = await typeLotNo("47");
    await user.click(await screen.findByRole("option", { name: /4711/ }));
    expect(address()).toBe("/car-auction?lotNo=4711");
  });

  it("closes with Escape and keeps the text", async () => {
    const { user, input } = await typeLotNo("47");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(input).toHaveValue("47");
  });

  it("says that nothing was found", async () => {
    suggest = () => ({ body: { success: true, sales: [] } });
    await typeLotNo("99");
    expect(await screen.findByText("Nothing found")).toBeInTheDocument();
  });

  it("says that the search failed, and tries again", async () => {
    suggest = () => ({ status: 500, body: { success: false } });
    const { user } = await typeLotNo("47");
    const retry = await screen.findByRole("button", { name: /again/i });
    suggest = () => ({ body: { success: true, sales } });
    await user.click(retry);
    expect(await screen.findByRole("listbox")).toBeInTheDocument();
  });
});
