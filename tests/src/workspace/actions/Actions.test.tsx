import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import {
  kobe,
  otaru,
  portsReply,
  renderPorts,
  vanino,
  type PortRow,
} from "../renderPorts";

const body = "port-country#/definitions/body";
const forms = {
  [body]: {
    schema: "/workspace/forms/port-country",
    validator: "/workspace/forms/port-country-check",
  },
};

let lists = 0;
let rows: PortRow[];
let total: number;
/** Whether no call of the list reaches the server. */
let isDown: boolean;
/** The server answers the bodies of actions when this has resolved. */
let bodiesArrive: Promise<void>;
/** Answers the call of a download. */
let file: () => object;
/** Answers a write, or throws. */
let answer: (sent: { portId: string }) => object;

const list = (): Resource => ({
  ...ports,
  name: `ports${lists}`,
  pageSizes: [3],
  columns: [...ports.columns, { id: "country", fields: ["country"] }],
  filters: [{ field: "depth" }],
  actions: [
    {
      id: "setCountry",
      on: ["row", "selection"],
      method: "PUT",
      path: "/ports/country",
      body,
      values: { portId: "@key" },
      patch: { country: "country" },
      enabled: { field: "country", in: ["japan"] },
      shortcut: ["1", "2"],
      mostRows: 6,
    },
    {
      id: "papers",
      on: ["row"],
      method: "GET",
      path: "/ports/:id/papers",
      download: true,
      values: { zone: "@timeZone" },
      enabled: { field: "country", in: ["japan"] },
    },
  ],
});

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/ui/Popup"));

beforeEach(() => {
  lists += 1;
  rows = [kobe, otaru, vanino];
  total = 3;
  isDown = false;
  answer = () => ({ body: { success: true } });
  bodiesArrive = Promise.resolve();
});

function open(size?: "phone") {
  const writes: unknown[] = [];
  const calls = fakeServer(async ({ path, method, query, body: sent }) => {
    if (path.endsWith("/forms/port-country")) {
      await bodiesArrive;
      return {
        body: {
          properties: {
            portId: { type: "string" },
            country: { type: "string", enum: ["japan", "russia"] },
          },
        },
      };
    }
    if (path.endsWith("/papers")) return file();
    if (method === "PUT") {
      writes.push(sent);
      return answer(sent as { portId: string });
    }
    if (isDown) throw new TypeError("Failed to fetch");
    const page = Number(query.get("page") ?? 1);
    const totals = { totalSearchResults: total, totalResults: total };
    const found = rows.map((row) => ({
      ...row,
      id: String(Number(row.id) + 3 * (page - 1)),
    }));
    return {
      body: portsReply(found, {
        pageInfo: { page, pageSize: 3, ...totals },
      }),
    };
  });
  const view = renderPorts(list(), { size: size ?? "desk", forms });
  return { ...view, user: userEvent.setup(), writes, calls };
}

const countryOf = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(name) })).getByText(
    /^(Japan|Russia)$/,
  ).textContent;
const bar = () => screen.findByRole("region", { name: "Actions" });
const choose = (name: string) =>
  screen.findByRole("checkbox", { name: `Select ${name}` });

describe("the menu of a row", () => {
  it("downloads the file of a row and tells why a download failed", async () => {
    const saved: { name: string; type: string }[] = [];
    const files = new Map<string, Blob>();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({
        name: this.download,
        type: files.get(this.href)?.type ?? "",
      });
    });
    vi.stubGlobal(
      "URL",
      class extends URL {
        static override createObjectURL(file: Blob) {
          files.set("blob:1", file);
          return "blob:1";
        }
        static override revokeObjectURL = () => undefined;
      },
    );
    let isBusy = true;
    const { user, calls } = open();
    file = () =>
      isBusy
        ? refusal(429, "too_many_requests", { message: "Try again soon" })
        : {
            body: "PDF",
            headers: {
              "content-type": "application/pdf",
              "content-disposition": 'attachment; filename="port-7.pdf"',
            },
          };
    const download = async () => {
      await user.click(
        await screen.findByRole("button", { name: "Actions for Kobe" }),
      );
      await user.click(await screen.findByRole("button", { name: "Papers" }));
    };
    await download();
    await screen.findByText(/Papers: Kobe.*was not downloaded: Try again soon/);
    await user.click(screen.getByRole("button", { name: "Close" }));
    isBusy = false;
    await download();
    await screen.findByText("Downloaded: Papers: Kobe");
    expect(saved).toEqual([{ name: "port-7.pdf", type: "application/pdf" }]);
    const zone = encodeURIComponent(
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    expect(calls).toContain(`GET /api/ports/7/papers?zone=${zone}`);
  });

  it("starts an action, and undoes it", async () => {
    const { user, writes } = open();
    await user.click(
      await screen.findByRole("button", { name: "Actions for Kobe" }),
    );
    const menu = await screen.findByRole("dialog", {
      name: "Actions for Kobe",
    });
    const group = await within(menu).findByRole("group", {
      name: "Set country",
    });
    expect(
      within(group).getByRole("button", { name: "Japan" }),
    ).toHaveAttribute("aria-pressed", "true");
    await user.click(within(group).getByRole("button", { name: "Russia" }));
    expect(menu).not.toBeInTheDocument();
    await waitFor(() => {
      expect(writes).toEqual([{ portId: "7", country: "russia" }]);
    });
    await user.click(screen.getByRole("button", { name: "Actions for Kobe" }));
    await user.click(
      await screen.findByRole("button", { name: "Undo the last change" }),
    );
    await waitFor(() => {
      expect(writes.at(-1)).toEqual({ portId: "7", country: "japan" });
    });
  });

  it("says that no action is possible for the row", async () => {
    const { user } = open("phone");
    await user.click(
      await screen.findByRole("button", { name: "Actions for Vanino" }),
    );
    expect(
      await screen.findByText("No actions are possible for this row now"),
    ).toBeVisible();
  });
});

describe("the bar of the selection", () => {
  it("takes a range with Shift and leaves out rows without the action", async () => {
    const { user, writes } = open();
    await user.click(await choose("Kobe"));
    await user.keyboard("{Shift>}");
    await user.click(await choose("Vanino"));
    await user.keyboard("{/Shift}");
    expect(await bar()).toHaveTextContent("3 selected");
    await user.click(
      within(await bar()).getByRole("button", { name: "Russia" }),
    );
    await waitFor(() => {
      expect(writes).toHaveLength(2);
    });
    expect(await bar()).toHaveTextContent(
      "No actions are possible for these 3 rows now",
    );
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
  });

  it("selects all rows that match, up to the largest number", async () => {
    total = 7;
    const { user } = open();
    await user.click(await choose("Kobe"));
    await user.click(
      await screen.findByRole("button", { name: "Select the first 6 of 7" }),
    );
    expect(await screen.findByText("6 selected")).toBeVisible();
  });

  it("keeps its rows while the list is read again, and ends with Escape", async () => {
    const { user, queryClient } = open();
    await user.click(await choose("Kobe"));
    rows = [otaru, vanino];
    await queryClient.invalidateQueries();
    await waitFor(() => {
      expect(screen.queryByText("Kobe")).toBeNull();
    });
    expect(await bar()).toHaveTextContent("1 selected");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
  });
});

describe("the keys of actions", () => {
  it("act on the focused row, but not while somebody types", async () => {
    const { user, writes } = open();
    await screen.findByRole("button", { name: "Actions for Kobe" });
    await user.click(screen.getByRole("textbox", { name: "Depth, from" }));
    await user.keyboard("2");
    expect(writes).toEqual([]);
    (await choose("Otaru")).focus();
    await user.keyboard("2");
    await waitFor(() => {
      expect(writes).toEqual([{ portId: "8", country: "russia" }]);
    });
    expect(countryOf("Otaru")).toBe("Russia");
  });

  it("say why the action is not possible for the focused row", async () => {
    const { user, writes } = open();
    (await choose("Vanino")).focus();
    await user.keyboard("2");
    await screen.findByText("Possible only if Country is Japan.");
    expect(writes).toEqual([]);
  });

  it("wait for the body of the action if they come before it", async () => {
    let arrive = () => {};
    bodiesArrive = new Promise((resolve) => {
      arrive = resolve;
    });
    const { user, writes } = open();
    (await choose("Otaru")).focus();
    await user.keyboard("2");
    expect(writes).toEqual([]);
    arrive();
    await waitFor(() => {
      expect(writes).toEqual([{ portId: "8", country: "russia" }]);
    });
  });

  it("act on the selection, and Ctrl+Z undoes the whole run", async () => {
    const { user, writes } = open();
    await user.click(await choose("Kobe"));
    await user.click(await choose("Otaru"));
    await user.keyboard("2");
    await waitFor(() => {
      expect(writes).toHaveLength(2);
    });
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => {
      expect(writes.slice(2)).toEqual([
        { portId: "7", country: "japan" },
        { portId: "8", country: "japan" },
      ]);
    });
  });

  it("undo the last change in the list if the focused row has no steps left", async () => {
    const { user, writes } = open();
    for (const port of ["Kobe", "Otaru"]) {
      (await choose(port)).focus();
      await user.keyboard("2");
    }
    await waitFor(() => {
      expect(writes).toHaveLength(2);
    });
    await user.keyboard("{Control>}zz{/Control}");
    await waitFor(() => {
      expect(writes.slice(2)).toEqual([
        { portId: "8", country: "japan" },
        { portId: "7", country: "japan" },
      ]);
    });
  });

  it("are listed by the help sheet on ?", async () => {
    const { user } = open();
    await choose("Kobe");
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", {
      name: "Keyboard shortcuts",
    });
    expect(within(sheet).getByText("Set country: Japan")).toBeVisible();
    expect(within(sheet).getByText("Undo the last change")).toBeVisible();
    expect(within(sheet).getByText("Ten rows up and down")).toBeVisible();
    await user.click(within(sheet).getByRole("button", { name: "Close" }));
    expect(sheet).not.toBeInTheDocument();
  });
});

describe("a server that loses or refuses every third reply", () => {
  it.each([
    ["lost", "Russia"],
    ["refused", "Japan"],
  ])("leaves each row as the server has it: %s", async (kind, third) => {
    rows = [kobe, otaru, { ...vanino, country: "japan" }];
    let count = 0;
    answer = ({ portId }) => {
      count += 1;
      const isThird = count % 3 === 0;
      if (isThird && kind === "refused") return refusal(422, "declined");
      rows = rows.map((row) =>
        row.id === portId ? { ...row, country: "russia" } : row,
      );
      if (isThird) throw new TypeError("Failed to fetch");
      return { body: { success: true } };
    };
    const { user } = open();
    await user.click(
      await screen.findByRole("checkbox", { name: /all rows on this page/ }),
    );
    await user.keyboard("2");
    await waitFor(() => {
      expect(countryOf("Kobe")).toBe("Russia");
      expect(countryOf("Vanino")).toBe(third);
    });
    const message = await screen.findByText(/^Set country “Russia”/);
    expect(message).toHaveTextContent(
      kind === "lost"
        ? "Set country “Russia”: 3 rows changed"
        : "Set country “Russia”: 2 rows changed. Vanino was not changed",
    );
    expect(count).toBe(3);
  });

  it("reverts a change that never arrived once the list can be read again", async () => {
    answer = () => {
      isDown = true;
      throw new TypeError("Failed to fetch");
    };
    const { user } = open();
    (await choose("Kobe")).focus();
    await user.keyboard("2");
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(countryOf("Kobe")).toBe("Russia");
    isDown = false;
    await user.click(retry);
    await waitFor(() => {
      expect(countryOf("Kobe")).toBe("Japan");
    });
  });
});
