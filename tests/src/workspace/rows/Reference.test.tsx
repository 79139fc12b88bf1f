import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Action, Resource } from "../../../../domain/resource";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, portsReply, renderPorts, vanino } from "../renderPorts";

beforeAll(installDialogs);

/** Each port names itself by its country. */
const list: Resource = {
  ...ports,
  calls: { ...ports.calls, detail: { path: "/lists/ports/:id" } },
  columns: [
    ...ports.columns,
    {
      id: "country",
      fields: ["country"],
      refersTo: { list: "ports", by: "id" },
    },
  ],
  card: { title: ["name"], lines: [["country"]] },
  filters: [...ports.filters, { field: "depth" }],
  related: [
    { list: "ports", filter: "country", by: "country" },
    {
      id: "deep",
      list: "ports",
      filter: "country",
      by: "country",
      with: { depth: "16-" },
    },
  ],
};

const close: Action = {
  id: "close",
  on: ["selection"],
  method: "PUT",
  path: "/ports/close",
  values: { portId: "@key" },
};

beforeEach(() => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/lists/ports/7")
      ? { success: true, detail: kobe }
      : path.endsWith("/filters")
        ? { success: true }
        : portsReply([kobe, vanino]),
  }));
});

const name = () => screen.findByRole("button", { name: "Japan" });

describe("a name of a row of another list", () => {
  it("shows its facts while it is pointed at, and hides them on Escape", async () => {
    renderPorts({ ...list, actions: [close] });
    const user = userEvent.setup();
    const kobes = await screen.findByRole("checkbox", { name: "Select Kobe" });
    await user.click(kobes);
    // The shortcuts are a chunk of their own, which this bar belongs to.
    await screen.findByRole("button", { name: "Clear selection" });
    await user.hover(await name());
    const card = await screen.findByRole("group", { name: "About Japan" });
    expect(await within(card).findByText("Depth")).toBeInTheDocument();
    expect(within(card).getByText(/^18/)).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(card).not.toBeInTheDocument();
    // The key is used up by the card.
    expect(kobes).toBeChecked();
    await user.keyboard("{Escape}");
    expect(kobes).not.toBeChecked();
  });

  it("keeps them below the error when they cannot be read again", async () => {
    const { queryClient } = renderPorts(list);
    await userEvent.click(await name());
    const popup = await screen.findByRole("dialog", { name: "About Japan" });
    await within(popup).findByText("Depth");
    expect(within(popup).queryByRole("alert")).toBeNull();
    fakeServer(() => ({ status: 503, body: { messageCode: "unavailable" } }));
    await queryClient.invalidateQueries({ queryKey: ["row", "ports"] });
    expect(await within(popup).findByRole("alert")).toBeVisible();
    expect(within(popup).getByText("Depth")).toBeVisible();
  });

  it("moves the focus to them when it is pressed, with links to related lists", async () => {
    renderPorts(list);
    const user = userEvent.setup();
    await user.click(await name());
    const popup = await screen.findByRole("dialog", { name: "About Japan" });
    expect(
      await within(popup).findByRole("link", { name: "Open the page" }),
    ).toHaveAttribute("href", "/ports/7");
    const related = within(popup)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(related).toContain("/ports?country=japan");
    expect(related).toContain("/ports?country=japan&depth=16-");
  });

  it("opens a sheet on a phone", async () => {
    renderPorts(list, { size: "phone" });
    await userEvent.click(await name());
    const sheet = await screen.findByRole("dialog", { name: "Japan" });
    expect(await within(sheet).findByText("Depth")).toBeInTheDocument();
  });
});
