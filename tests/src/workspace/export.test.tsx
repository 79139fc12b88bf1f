import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memoryStore } from "ra-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { facets, lots, renderList, screenIs } from "./renderList";

let asked: string[];
let answer: ReturnType<typeof refusal>;
let downloaded: string[];

beforeEach(() => {
  answer = { body: { success: true } };
  downloaded = [];
  // A browser downloads what a link leads to; here it is only noted.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(
    function note(this: HTMLAnchorElement) {
      downloaded.push(this.getAttribute("href") ?? "");
    },
  );
  screenIs("desk");
  asked = fakeServer(({ path, method }) => {
    if (method === "HEAD") return answer;
    return { body: path.endsWith("/filters") ? facets(12) : lots(1, 12) };
  });
});

const heads = () => asked.filter((call) => call.startsWith("HEAD"));

describe("the export of a list", () => {
  it("downloads what the list has found, in its order, from no page", async () => {
    renderList({
      name: "car-auction",
      search: "?maker=1&sort=year&order=DESC&page=2",
    });
    const group = await screen.findByRole("group", { name: "Export" });
    await userEvent.click(within(group).getByRole("button", { name: "CSV" }));
    const address =
      "/api/auction/listing/export?makerId=1&modelId=-1&sort=year&order=DESC&format=csv";
    await waitFor(() => {
      expect(downloaded).toEqual([address]);
    });
    expect(heads()).toEqual([`HEAD ${address}`]);
  });

  it("leaves out the columns that are hidden in the grid", async () => {
    const store = memoryStore({
      "car-auction.grid": { hidden: { lot: false, grade: true }, widths: {} },
    });
    renderList({ name: "car-auction", store });
    await userEvent.click(await screen.findByRole("button", { name: "XLSX" }));
    await waitFor(() => {
      expect(downloaded).toHaveLength(1);
    });
    const query = new URLSearchParams(downloaded[0]?.split("?")[1]);
    expect(query.get("format")).toBe("xlsx");
    expect(query.get("columns")).toBe(
      "auction,grade,engine,condition,status,price",
    );
  });

  it("downloads nothing that is refused, and can be asked for again", async () => {
    answer = refusal(503, "unavailable");
    renderList({ name: "car-auction" });
    const button = await screen.findByRole("button", { name: "CSV" });
    await userEvent.click(button);
    await waitFor(() => {
      expect(heads()).toHaveLength(1);
    });
    await waitFor(() => {
      expect(button).toBeEnabled();
    });
    expect(downloaded).toEqual([]);
  });

  it("stands in the sheet of the order on a phone", async () => {
    screenIs("phone");
    installDialogs();
    renderList({ name: "car-auction" });
    const order = await screen.findByRole("button", { name: /^Order/ });
    expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
    await userEvent.click(order);
    expect(await screen.findByRole("button", { name: "CSV" })).toBeVisible();
  });
});
