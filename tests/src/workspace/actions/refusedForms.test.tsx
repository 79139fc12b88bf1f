import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts } from "../renderPorts";

const formOf = (name: string) => ({
  schema: `/${name}.json`,
  validator: `/${name}.js`,
});
const forms = {
  "survey#/definitions/body": formOf("survey"),
  "country#/definitions/body": formOf("country"),
};
const asked = {
  survey: {
    depth: { title: "Depth", type: "integer" },
    note: { type: "string" },
  },
  country: { country: { type: "string", enum: ["japan", "russia"] } },
};

const list: Resource = {
  ...ports,
  filters: [],
  actions: [
    {
      id: "survey",
      on: ["selection"],
      method: "PUT",
      path: "/ports/survey",
      body: "survey#/definitions/body",
      values: { port: "@key" },
      patch: { depth: "depth" },
    },
    {
      id: "country",
      on: ["row"],
      method: "PUT",
      path: "/ports/country",
      body: "country#/definitions/body",
      values: { port: "@key" },
      patch: { country: "country" },
      shortcut: ["1", "2"],
    },
  ],
};

let isRefusing: boolean;
/** Whether the bodies of the actions reach the page. */
let hasBodies: boolean;
let sent: unknown[];

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/ui/Popup"));
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  isRefusing = true;
  hasBodies = true;
  sent = [];
  fakeServer(({ path, method, body }) => {
    const name = /^\/api\/(survey|country)\.json$/.exec(path)?.[1];
    if (name && !hasBodies) return refusal(503, "unavailable");
    if (name === "survey" || name === "country")
      return {
        body: {
          type: "object",
          properties: { port: { type: "string" }, ...asked[name] },
        },
      };
    if (method !== "PUT") return { body: portsReply([kobe, otaru]) };
    sent.push(body);
    return isRefusing
      ? refusal(422, "invalid_fields", { message: "Too shallow" })
      : { body: { success: true } };
  });
});

it("a form over several rows stays open, with its values, if all of them are refused", async () => {
  const user = userEvent.setup();
  renderPorts(list, { forms });
  for (const port of ["Kobe", "Otaru"])
    await user.click(
      await screen.findByRole("checkbox", { name: `Select ${port}` }),
    );
  await user.click(await screen.findByRole("button", { name: "Survey" }));
  const form = await screen.findByRole("dialog");
  const depth = await within(form).findByLabelText(/^Depth/);
  await user.type(depth, "5");
  const save = within(form).getByRole("button", { name: "Save" });
  await user.click(save);
  await within(form).findByText("Too shallow");
  expect(sent).toHaveLength(2);
  expect(depth).toHaveValue("5");
  isRefusing = false;
  await user.click(save);
  await waitFor(() => {
    expect(form).not.toBeInTheDocument();
  });
});

it("an action whose form does not load says so, and does not start later", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  hasBodies = false;
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  renderPorts(list, { forms });
  const menu = await screen.findByRole("button", { name: "Actions for Kobe" });
  menu.focus();
  await user.keyboard("2");
  vi.advanceTimersByTime(10_000);
  await screen.findByText(/^Country could not be started/);
  await user.click(menu);
  const dialog = await screen.findByRole("dialog");
  const retry = await within(dialog).findByRole("button", {
    name: "Try again",
  });
  expect(within(dialog).queryByText(/No actions are possible/)).toBeNull();
  hasBodies = true;
  await user.click(retry);
  await within(dialog).findByRole("button", { name: /Russia/ });
  expect(sent).toEqual([]);
});

it("a refused change of a row opens a dialog that says why, until it is closed", async () => {
  const user = userEvent.setup();
  renderPorts(list, { forms });
  await user.click(
    await screen.findByRole("button", { name: "Actions for Kobe" }),
  );
  await user.click(await screen.findByRole("button", { name: /Russia/ }));
  const dialog = await screen.findByRole("dialog", {
    name: "The change was not made",
  });
  expect(within(dialog).getByRole("alert")).toHaveTextContent(
    /^Kobe.* was not changed: Too shallow$/,
  );
  await user.click(within(dialog).getByText("Close"));
  expect(dialog).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
});
