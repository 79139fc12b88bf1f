import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const withAction: Resource = {
  ...ports,
  filters: [],
  actions: [
    {
      id: "survey",
      on: ["row"],
      method: "PUT",
      path: "/ports/survey",
      body: "survey#/definitions/body",
      values: { port: "@key", version: "@version" },
      patch: { depth: "depth", name: "title" },
    },
  ],
};
const body = {
  type: "object",
  required: ["port", "depth"],
  properties: {
    port: { type: "string" },
    depth: { title: "Depth", type: "integer" },
    title: { title: "Name", type: "string" },
    version: { type: "integer" },
  },
};
const row = { name: "Kobe", depth: 18, version: 1 };

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

/** Opens the action of the only row; the calls of the action are collected. */
async function openForm(id: string, answer: (count: number) => object) {
  const present = { row: { ...row, id } };
  const sent: unknown[] = [];
  fakeServer(({ path, method, body: values }) => {
    if (path.endsWith(".json")) return { body };
    if (method === "PUT") {
      sent.push(values);
      return answer(sent.length);
    }
    const pageInfo = { page: 1, pageSize: 20, totalSearchResults: 1 };
    return { body: { success: true, rows: [present.row], pageInfo } };
  });
  const properties = { ...port.properties, version: { type: "integer" } };
  const { queryClient } = renderInWorkspace(
    <ListingPage resource={withAction} />,
    {
      workspace: createWorkspace({
        ...workspaceOf([withAction]),
        schemas: { port: { ...port, properties } },
        forms: {
          "survey#/definitions/body": {
            schema: "/survey.json",
            validator: "/survey.js",
          },
        },
      }),
      address: "/ports",
    },
  );
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole("button", { name: "Actions for Kobe" }),
  );
  await user.click(await screen.findByRole("button", { name: "Survey" }));
  await screen.findByLabelText("Depth");
  return { user, sent, present, queryClient };
}

it("begins with the values of the row and keeps what was typed after a refusal", async () => {
  const { user, sent } = await openForm("7", (count) =>
    count === 1
      ? refusal(422, "invalid_fields", { errors: { depth: ["Too deep"] } })
      : { body: { success: true } },
  );
  const depth = screen.getByLabelText("Depth");
  expect(depth).toHaveValue("18");
  // The dialog opened before its form had loaded.
  const form = within(screen.getByRole("dialog"));
  expect(form.getAllByRole("textbox")[0]).toHaveFocus();
  await user.clear(depth);
  await user.type(depth, "99");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too deep")).toBeVisible();
  expect(depth).toHaveValue("99");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
  const values = { port: "7", depth: 99, title: "Kobe", version: 1 };
  expect(sent).toEqual([values, values]);
});

it("tells of a newer row, and sends the version that was compared", async () => {
  const { user, sent, present, queryClient } = await openForm("8", () => ({
    body: { success: true },
  }));
  await user.type(screen.getByLabelText("Depth"), "0");
  present.row = { ...present.row, name: "Osaka", version: 2 };
  await queryClient.invalidateQueries({ queryKey: ["ports"] });
  await user.click(await screen.findByRole("button", { name: "Compare" }));
  expect(screen.getByLabelText("Depth")).toHaveValue("180");
  await user.click(
    screen.getByRole("button", { name: "Save the chosen values" }),
  );
  await waitFor(() => {
    expect(sent).toEqual([
      { port: "8", depth: 180, title: "Osaka", version: 2 },
    ]);
  });
});

it("asks before Escape or Cancel loses what was typed", async () => {
  const { user } = await openForm("6", () => ({ body: { success: true } }));
  await user.type(screen.getByLabelText("Depth"), "0");
  for (const leave of ["{Escape}", "Cancel"]) {
    if (leave === "Cancel")
      await user.click(screen.getByRole("button", { name: leave }));
    else await user.keyboard(leave);
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(screen.getByLabelText("Depth")).toHaveValue("180");
  }
  await user.click(screen.getByLabelText("Depth"));
  await user.keyboard("{Escape}");
  await user.click(
    screen.getByRole("button", { name: "Leave without saving" }),
  );
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("draws the form from the build if the server has no forms", async () => {
  fakeServer(({ path }) =>
    path === "/api/lists/ports"
      ? { body: { success: true, rows: [{ ...row, id: "9" }], pageInfo: {} } }
      : { status: 404 },
  );
  const [action] = withAction.actions ?? [];
  if (!action) throw new Error("The list has no action.");
  const foreign: Resource = {
    ...withAction,
    actions: [
      { ...action, body: "update-bid-price#/definitions/body", values: {} },
      { ...action, id: "unknown", body: "no-such-call#/definitions/body" },
    ],
  };
  renderInWorkspace(<ListingPage resource={foreign} />, {
    workspace: createWorkspace({
      ...workspaceOf([foreign]),
      schemas: { port },
      isOwnServer: false,
    }),
    address: "/ports",
  });
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole("button", { name: "Actions for Kobe" }),
  );
  const survey = await screen.findByRole("button", { name: "Survey" });
  expect(screen.queryByText("Unknown")).not.toBeInTheDocument();
  await user.click(survey);
  expect(await screen.findByLabelText("Bid")).toBeVisible();
});
