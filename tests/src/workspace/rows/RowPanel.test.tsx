import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import type { RowPanelProps } from "../../../../src/workspace/registry/areaModule";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { fakeServer } from "../../providers/fakeServer";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts } from "../renderPorts";

const list: Resource = {
  ...ports,
  rowPanel: "history",
  pageSizes: [20],
  calls: { ...ports.calls, history: { path: "/lists/ports/:id/history" } },
};

const history = {
  success: true,
  history: [
    {
      id: "2",
      at: "2026-11-20T10:44:00+09:00",
      user: "Emi Tanaka",
      action: "update",
      before: { depth: 17 },
      after: { depth: 18 },
    },
  ],
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 1, totalResults: 1 },
};

let rows = [kobe, otaru];
let totals = { totalSearchResults: 2, totalResults: 2 };

beforeEach(() => {
  rows = [kobe, otaru];
  fakeServer(({ path }) => ({
    body: path.endsWith("/7/history")
      ? history
      : portsReply(rows, { pageInfo: { ...history.pageInfo, ...totals } }),
  }));
});

const toggle = () => screen.findByRole("button", { name: "Details of Kobe" });
const panel = () => screen.findByRole("region", { name: "Details of Kobe" });

it.each(["desk", "phone"] as const)(
  "opens below its row and shows the history, by keyboard: %s",
  async (size) => {
    const user = userEvent.setup();
    renderPorts(list, { size });
    const button = await toggle();
    expect(button).toHaveAttribute("aria-expanded", "false");
    button.focus();
    await user.keyboard("{Enter}");
    expect(button).toHaveAttribute("aria-expanded", "true");
    const opened = await panel();
    expect(button).toHaveAttribute("aria-controls", opened.id);
    expect(await within(opened).findByText(/Emi Tanaka/)).toBeVisible();
    expect(within(opened).getByText("17 m")).toBeVisible();
    await user.keyboard(" ");
    expect(opened).not.toBeInTheDocument();
  },
);

it("stays open when the rows are read again and closes with its page", async () => {
  const user = userEvent.setup();
  totals = { totalSearchResults: 40, totalResults: 40 };
  const { queryClient } = renderPorts(list);
  await user.click(await toggle());
  await panel();
  rows = [otaru, { ...kobe, depth: 19 }];
  await queryClient.invalidateQueries();
  await screen.findByText("19 m");
  expect(await toggle()).toHaveAttribute("aria-expanded", "true");
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await user.click(
    await screen.findByRole("button", { name: "Previous page" }),
  );
  await waitFor(async () => {
    expect(await toggle()).toHaveAttribute("aria-expanded", "false");
  });
});

it("shows the part that an area adds to the slot, without a declaration", async () => {
  const Tide = ({ record }: RowPanelProps) => <p>Tide of {record.id}</p>;
  registerAreas([
    {
      resources: {
        harbours: {
          slots: { rowPanel: () => Promise.resolve({ default: Tide }) },
        },
      },
    },
  ]);
  const user = userEvent.setup();
  renderPorts({ ...ports, name: "harbours" });
  await user.click(await toggle());
  expect(await within(await panel()).findByText("Tide of 7")).toBeVisible();
});

it("is a registered panel, whose button is marked until the row is open", async () => {
  const Tide = ({ title, onClose }: RowPanelProps) => (
    <button type="button" onClick={onClose}>
      Close {title}
    </button>
  );
  registerAreas([
    {
      panels: {
        tide: {
          icon: "chat",
          label: "chat.panel",
          markedLabel: "chat.panelNew",
          load: () => Promise.resolve({ default: Tide }),
        },
      },
    },
  ]);
  const user = userEvent.setup();
  renderPorts({
    ...ports,
    rowPanel: "tide",
    panelMark: { field: "depth", in: [18] },
  });
  const button = await screen.findByRole("button", {
    name: "New messages: Kobe",
  });
  expect(
    screen.getByRole("button", { name: "Messages: Otaru" }),
  ).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  expect(button).toHaveAccessibleName("Messages: Kobe");
  await user.click(await screen.findByRole("button", { name: "Close Kobe" }));
  expect(button).toHaveAccessibleName("New messages: Kobe");
});
