import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { BodyForm } from "../../../../src/workspace/forms/SchemaForm";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const schema = {
  required: ["size", "pilot"],
  properties: {
    size: { title: "Size", type: "integer", enum: [1, 2, 3] },
    pilot: {
      title: "Pilot",
      type: "integer",
      "x-options": { path: "/pilots" },
    },
    duties: {
      title: "Duties",
      type: "array",
      items: {
        type: "string",
        enum: ["tow", "steer", "report"],
        "x-sections": { onBoard: ["tow", "steer"], ashore: ["report"] },
      },
    },
  },
};

beforeAll(async () => {
  installDialogs();
  await import("../../../../src/ui/SearchSelect");
});
beforeEach(() => {
  screenIs("desk");
});

const show = () => {
  const onSubmit = vi.fn(async () => Promise.resolve());
  renderInWorkspace(
    <BodyForm
      body="ship"
      schema={schema}
      validate={null}
      row={{ pilot: 9 }}
      submitLabel="Save"
      onSubmit={onSubmit}
    />,
    { workspace: workspaceOf([]), address: "/ships/new" },
  );
  return { onSubmit, user: userEvent.setup() };
};

it("sends choices of segments, of a call and of sections with their types", async () => {
  fakeServer(() => ({
    body: {
      success: true,
      options: [
        { value: 7, label: "Aoki" },
        { value: 8, label: "Baba" },
        { value: 9, label: "Chiba" },
      ],
    },
  }));
  const { onSubmit, user } = show();
  await user.click(screen.getByRole("radio", { name: "2" }));
  await user.keyboard("{ArrowRight}");
  const pilot = await screen.findByDisplayValue("Chiba");
  await user.clear(pilot);
  await user.type(pilot, "ba");
  await user.click(screen.getByRole("option", { name: "Baba" }));
  await user.click(screen.getByLabelText("Report"));
  expect(screen.getByRole("group", { name: "On board" })).toContainElement(
    screen.getByLabelText("Tow"),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(
    { size: 3, pilot: 8, duties: ["report"] },
    undefined,
  );
});

it("keeps the value and offers a retry if the options fail to load", async () => {
  let isDown = true;
  fakeServer(() => {
    if (isDown) throw new TypeError("Failed to fetch");
    return { body: { success: true, options: [{ value: 9, label: "Chiba" }] } };
  });
  const { user } = show();
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByLabelText("Pilot")).toHaveValue("9");
  isDown = false;
  await user.click(retry);
  await waitFor(() => {
    expect(screen.getByLabelText("Pilot")).toHaveValue("Chiba");
  });
});
