import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memoryStore } from "ra-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { facets, lots, renderList, screenIs } from "../renderList";

type Answer = ReturnType<typeof refusal>;

let calls: string[];
let answer: Answer | Promise<Answer>;
let downloaded: string[];

beforeEach(() => {
  answer = { body: { success: true } };
  downloaded = [];
  // Records the address instead of downloading it.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(
    function record(this: HTMLAnchorElement) {
      downloaded.push(this.getAttribute("href") ?? "");
    },
  );
  screenIs("desk");
  calls = fakeServer(({ path, method }) => {
    if (method === "HEAD") return answer;
    return { body: path.endsWith("/filters") ? facets(12) : lots(1, 12) };
  });
});

const heads = () => calls.filter((call) => call.startsWith("HEAD"));

describe("the export of a list", () => {
  it("downloads all matching rows in the order of the list", async () => {
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

  it("downloads nothing after a refusal and can be tried again", async () => {
    answer = refusal(503, "unavailable");
    renderList({ name: "car-auction" });
    const button = await screen.findByRole("button", { name: "CSV" });
    await userEvent.click(button);
    await waitFor(() => {
      expect(heads()).toHaveLength(1);
    });
    await waitFor(() => {
      expect(button).toHaveAttribute("aria-disabled", "false");
    });
    expect(downloaded).toEqual([]);
  });

  it("runs once at a time and leaves the focus on its button", async () => {
    let release: (reply: Answer) => void = () => undefined;
    answer = new Promise((resolve) => {
      release = resolve;
    });
    renderList({ name: "car-auction" });
    const button = await screen.findByRole("button", { name: "CSV" });
    await userEvent.click(button);
    await waitFor(() => {
      expect(heads()).toHaveLength(1);
    });
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
    await userEvent.click(button);
    release({ body: { success: true } });
    await waitFor(() => {
      expect(downloaded).toHaveLength(1);
    });
    expect(heads()).toHaveLength(1);
  });

  it("is in the sort sheet on phones, which shows why it failed", async () => {
    screenIs("phone");
    installDialogs();
    renderList({ name: "car-auction" });
    const order = await screen.findByRole("button", { name: /^Order/ });
    expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
    await userEvent.click(order);
    const sheet = await screen.findByRole("dialog");
    const button = within(sheet).getByRole("button", { name: "CSV" });
    answer = refusal(503, "unavailable");
    await userEvent.click(button);
    expect(await within(sheet).findByRole("alert")).toBeVisible();
    answer = { body: { success: true } };
    await userEvent.click(button);
    await waitFor(() => {
      expect(downloaded).toHaveLength(1);
    });
    expect(within(sheet).queryByRole("alert")).toBeNull();
  });
});
