import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Row } from "../../../../src/providers/dataProvider";
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

const berth = {
  required: ["depot"],
  properties: {
    depot: {
      title: "Depot",
      type: "string",
      "x-record": { list: "depots", name: "name" },
    },
    isClosed: { title: "Closed", type: "boolean" },
    reason: {
      title: "Reason",
      type: ["string", "null"],
      "x-requiredWhen": { field: "isClosed", is: true },
    },
  },
};

const showBerth = (row: Row) => {
  const onSubmit = vi.fn(async () => Promise.resolve());
  renderInWorkspace(
    <BodyForm
      body="berth"
      schema={berth}
      validate={null}
      row={row}
      submitLabel="Save"
      onSubmit={onSubmit}
    />,
    { workspace: workspaceOf([]), address: "/berths/new" },
  );
  return { onSubmit, user: userEvent.setup() };
};

it("finds a record of another list by its name, and sends its id", async () => {
  const all = [
    { value: "7", label: "Kobe" },
    { value: "8", label: "Osaka" },
    { value: "9", label: "Otaru" },
  ];
  const asked: string[] = [];
  fakeServer(({ query }) => {
    const search = query.get("search") ?? "";
    asked.push(search);
    const options = all.filter(
      ({ value, label }) =>
        label.toLowerCase().includes(search.toLowerCase()) ||
        value === query.get("id"),
    );
    return { body: { success: true, options, isComplete: true } };
  });
  const { onSubmit, user } = showBerth({ depot: "7" });
  const depot = await screen.findByDisplayValue("Kobe");
  await user.tripleClick(depot);
  await user.keyboard("osa");
  await waitFor(() => {
    expect(asked).toContain("osa");
  });
  // The answer leaves the text alone, and lists what it finds.
  const found = await screen.findByRole("option", { name: "Osaka" });
  expect(depot).toHaveValue("osa");
  expect(screen.queryByRole("option", { name: "Otaru" })).toBeNull();
  await user.click(found);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ depot: "8" }),
      undefined,
    );
  });
});

it("asks for a field only beside the values of its condition", async () => {
  fakeServer(() => ({
    body: { success: true, options: [], isComplete: true },
  }));
  const { onSubmit, user } = showBerth({ depot: "7" });
  expect(screen.getByLabelText("Reason (optional)")).toBeDefined();
  await user.click(screen.getByLabelText("Closed"));
  expect(screen.getByLabelText("Reason")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Required field")).toBeDefined();
  expect(onSubmit).not.toHaveBeenCalled();
});
