import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Ajv } from "ajv";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Row } from "../../../../src/providers/dataProvider";
import { keepDraft } from "../../../../src/providers/formDrafts";
import { reloading } from "../../../../src/providers/reloadPage";
import { CallError } from "../../../../src/providers/http";
import { BodyForm } from "../../../../src/workspace/forms/SchemaForm";
import type { SendForm } from "../../../../src/workspace/forms/useBodyForm";
import { installDialogs } from "../../ui/nativeDialog";
import { workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const schema = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { title: "Port", type: "string", minLength: 1 },
    isLeased: { title: "Leased", type: "boolean" },
    tenant: {
      title: "Tenant",
      type: ["string", "null"],
      "x-when": { field: "isLeased", in: [true] },
    },
    berths: {
      title: "Berths",
      type: ["array", "null"],
      maxItems: 3,
      items: {
        type: "object",
        required: ["code"],
        properties: {
          code: { title: "Code", type: "string", minLength: 2 },
          hasCrane: { title: "Crane", type: "boolean" },
          load: {
            title: "Load",
            type: ["integer", "null"],
            "x-when": { field: "hasCrane", in: [true] },
          },
        },
      },
    },
  },
};
const validate = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  keywords: ["x-when"],
}).compile(schema);
const row = {
  name: "Kobe",
  berths: [{ code: "A1" }, { code: "B2", hasCrane: true, load: 40 }],
};

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

const show = (onSubmit: SendForm, begun: Row = row, form?: object) => {
  renderInWorkspace(
    <BodyForm
      body="port"
      schema={schema}
      validate={validate}
      resource={{ name: "ports", ...form }}
      submitLabel="Save"
      onSubmit={onSubmit}
      row={begun}
    />,
    { workspace: workspaceOf([]), address: "/ports/new" },
  );
  return userEvent.setup();
};

const save = () => screen.getByRole("button", { name: "Save" });
const codes = () =>
  screen.getAllByLabelText<HTMLInputElement>("Code").map(({ value }) => value);
const entry = (number: number) =>
  within(screen.getByRole("group", { name: `Entry ${String(number)}` }));
const sent = () => {
  const onSubmit = vi.fn<SendForm>(async () => Promise.resolve());
  return { onSubmit, body: () => onSubmit.mock.lastCall?.[0] };
};

it("moves entries by buttons, keeps the focus on the moved entry and says its place", async () => {
  const { onSubmit, body } = sent();
  const user = show(onSubmit);
  expect(codes()).toEqual(["A1", "B2"]);
  const down = screen.getByRole("button", { name: "Move down: Entry 1" });
  down.focus();
  await user.keyboard("{Enter}");
  expect(codes()).toEqual(["B2", "A1"]);
  expect(
    screen.getByRole("button", { name: "Move up: Entry 2" }),
  ).toHaveFocus();
  expect(screen.getByText("Position 2 of 2")).toBeInTheDocument();
  await user.click(save());
  expect(body()).toEqual({
    name: "Kobe",
    berths: [{ code: "B2", hasCrane: true, load: 40 }, { code: "A1" }],
  });
});

it("adds entries up to the limit and removes them, and the focus follows", async () => {
  const { onSubmit, body } = sent();
  const user = show(onSubmit);
  await user.click(screen.getByRole("button", { name: "Add an entry" }));
  expect(entry(3).getByLabelText("Code")).toHaveFocus();
  expect(
    screen.queryByRole("button", { name: "Add an entry" }),
  ).not.toBeInTheDocument();
  await user.keyboard("C3");
  await user.click(screen.getByRole("button", { name: "Remove: Entry 1" }));
  expect(screen.getByRole("button", { name: "Remove: Entry 1" })).toHaveFocus();
  expect(codes()).toEqual(["B2", "C3"]);
  await user.click(save());
  expect(body()?.berths).toMatchObject([{ code: "B2" }, { code: "C3" }]);
});

it("sends null for a list without entries", async () => {
  const { onSubmit, body } = sent();
  const user = show(onSubmit, { ...row, berths: [{ code: "A1" }] });
  await user.click(screen.getByRole("button", { name: "Remove: Entry 1" }));
  expect(screen.getByRole("button", { name: "Add an entry" })).toHaveFocus();
  await user.click(save());
  expect(body()).toEqual({ name: "Kobe", berths: null });
});

it("shows an error beside the field of its entry until that field changes", async () => {
  const { onSubmit } = sent();
  const user = show(onSubmit);
  await user.clear(entry(2).getByLabelText("Code"));
  await user.click(save());
  expect(await entry(2).findByText("Required field")).toBeVisible();
  expect(entry(1).queryByText("Required field")).not.toBeInTheDocument();
  expect(entry(2).getByLabelText("Code")).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(entry(1).getByLabelText("Code"), "9");
  expect(entry(2).getByText("Required field")).toBeVisible();
  await user.type(entry(2).getByLabelText("Code"), "D4");
  expect(entry(2).queryByText("Required field")).not.toBeInTheDocument();
});

it("shows the server's error beside the field of its entry", async () => {
  const onSubmit: SendForm = () =>
    Promise.reject(
      new CallError({
        status: 422,
        code: "invalid_fields",
        errors: { "berths.1.code": ["Taken"] },
      }),
    );
  const user = show(onSubmit);
  await user.click(save());
  expect(await entry(2).findByText("Taken")).toBeVisible();
});

it("shows fields by condition, keeps their text and does not send it while hidden", async () => {
  const { onSubmit, body } = sent();
  const user = show(onSubmit);
  expect(screen.queryByLabelText(/^Tenant/)).not.toBeInTheDocument();
  await user.click(screen.getByLabelText("Leased"));
  await user.type(screen.getByLabelText(/^Tenant/), "Seriba");
  await user.click(screen.getByLabelText("Leased"));
  await user.click(save());
  expect(body()).not.toHaveProperty("tenant");
  await waitFor(() => {
    expect(save()).not.toHaveAttribute("aria-busy");
  });
  await user.click(screen.getByLabelText("Leased"));
  expect(screen.getByLabelText(/^Tenant/)).toHaveValue("Seriba");
});

it("decides the condition of an entry by that entry alone", async () => {
  const { onSubmit } = sent();
  const user = show(onSubmit);
  expect(entry(1).queryByLabelText(/^Load/)).not.toBeInTheDocument();
  expect(entry(2).getByLabelText(/^Load/)).toHaveValue("40");
  await user.click(entry(1).getByLabelText("Crane"));
  expect(entry(1).getByLabelText(/^Load/)).toBeVisible();
});

it("offers both lists of a conflict as texts", async () => {
  const theirs = { ...row, berths: [{ code: "Z9" }] };
  const onSubmit = vi
    .fn<SendForm>()
    .mockRejectedValueOnce(
      new CallError({ status: 409, code: "stale_row", current: theirs }),
    )
    .mockResolvedValueOnce();
  const user = show(onSubmit);
  await user.type(entry(1).getByLabelText("Code"), "x");
  await user.click(save());
  const choice = await screen.findByRole("group", { name: "Berths" });
  expect(within(choice).getByLabelText(/A1x, B2/)).toBeChecked();
  await user.click(within(choice).getByLabelText(/Z9/));
  await user.click(
    screen.getByRole("button", { name: "Save the chosen values" }),
  );
  expect(onSubmit.mock.lastCall?.[0].berths).toEqual([{ code: "Z9" }]);
});

it("lays out declared sections first, and fields that no section names after them", () => {
  const sections = [
    { id: "rent", fields: ["isLeased", "tenant"], columns: 1 },
    { id: "quay", fields: ["berths"] },
  ];
  show(sent().onSubmit, row, { form: { sections } });
  const headings = screen
    .getAllByRole("group")
    .map((group) => group.querySelector("legend")?.textContent)
    .filter((text) => ["Rent", "Quay", "Details"].includes(text ?? ""));
  expect(headings).toEqual(["Rent", "Quay", "Details"]);
});

const never = (): never => {
  throw new Error("No draft was stored.");
};

it("keeps an added entry over a reload of the page", async () => {
  const user = show(sent().onSubmit);
  await user.click(screen.getByRole("button", { name: "Add an entry" }));
  await user.type(entry(3).getByLabelText("Code"), "C3");
  await user.click(entry(3).getByLabelText("Crane"));
  // The page stores the draft, then it is gone.
  act(() => {
    reloading.emit();
  });
  const stored = sessionStorage.getItem("seriba.drafts") ?? "";
  expect(stored).toContain("C3");
  cleanup();
  keepDraft(
    (JSON.parse(stored) as Parameters<typeof keepDraft>[0][])[0] ?? never(),
  );
  show(sent().onSubmit);
  expect(codes()).toEqual(["A1", "B2", "C3"]);
  expect(entry(3).getByLabelText("Crane")).toBeChecked();
  expect(screen.getByText(/restored what you had typed/)).toBeVisible();
});
