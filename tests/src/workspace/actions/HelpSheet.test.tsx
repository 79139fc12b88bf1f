import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, portsReply, renderPorts } from "../renderPorts";

beforeAll(async () => {
  installDialogs();
  await import("../../../../src/workspace/actions/Actions");
});

it.each([
  ["a table has", "desk", true],
  ["cards do not have", "phone", false],
] as const)("the help lists the keys that %s", async (_, size, isTable) => {
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters") ? { success: true } : portsReply([kobe]),
  }));
  const on = ["row", "selection"] as const;
  const close = {
    id: "close",
    on: [...on],
    method: "PUT",
    path: "/ports/close",
  };
  renderPorts({ ...ports, actions: [close] } as typeof ports, { size });
  const user = userEvent.setup();
  await screen.findByRole("checkbox", { name: "Select Kobe" });
  await user.keyboard("?");
  const help = await screen.findByRole("dialog", {
    name: "Keyboard shortcuts",
  });
  expect(within(help).getByText("Open the row")).toBeVisible();
  for (const text of [
    "Move between rows",
    "First and last row",
    "Ten rows up and down",
  ])
    expect(within(help).queryAllByText(text)).toHaveLength(isTable ? 1 : 0);
});
