import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Ajv } from "ajv";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Row } from "../../../../src/providers/dataProvider";
import { CallError } from "../../../../src/providers/http";
import {
  endSession,
  sessionStore,
  useSession,
} from "../../../../src/providers/session";
import { BodyForm } from "../../../../src/workspace/forms/SchemaForm";
import type { SendForm } from "../../../../src/workspace/forms/useBodyForm";
import { installDialogs } from "../../ui/nativeDialog";
import { workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const schema = {
  type: "object",
  required: ["name", "depth"],
  additionalProperties: false,
  properties: {
    name: { title: "Port", type: "string", minLength: 1 },
    country: {
      title: "Country",
      type: ["string", "null"],
      enum: ["japan", "russia", null],
    },
    depth: { title: "Depth", type: "integer", maximum: 50, multipleOf: 2 },
    isOpen: { title: "Open", type: "boolean" },
    berths: {
      title: "Berths",
      type: "array",
      items: { type: "string", minLength: 3 },
    },
    version: { type: "integer" },
  },
};
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  schema,
);
const row = { name: "Yokohama", country: "japan", depth: 18, isOpen: true };

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

const show = (
  onSubmit: SendForm,
  begin: {
    row?: typeof row;
    fixed?: Record<string, unknown>;
    gate?: { content: null; isOpen: boolean };
  } = {},
) => {
  renderInWorkspace(
    <BodyForm
      body="port"
      schema={schema}
      validate={validate}
      submitLabel="Save"
      onSubmit={onSubmit}
      {...begin}
    />,
    { workspace: workspaceOf([]), address: "/ports/new" },
  );
  return userEvent.setup();
};

const field = (name: RegExp | string) => screen.getByLabelText(name);
const save = () => screen.getByRole("button", { name: "Save" });
const refused = (
  status: number,
  more: Partial<ConstructorParameters<typeof CallError>[0]> = {},
) => new CallError({ status, code: "refused", ...more });

it("shows all errors on submit and focuses the first", async () => {
  const onSubmit = vi.fn(async () => Promise.resolve());
  const user = show(onSubmit);
  await user.click(save());
  expect(field("Port")).toHaveFocus();
  expect(await screen.findAllByText("Required field")).toHaveLength(2);
  expect(onSubmit).not.toHaveBeenCalled();
});

it("shows the error of an entry beside its list", async () => {
  const user = show(() => Promise.resolve());
  await user.type(field(/^Berths.*new entry/), "A");
  await user.click(save());
  const error = await screen.findByText("Must contain more than 2 characters");
  expect(error).toBeVisible();
});

it("validates a changed field when it loses the focus", async () => {
  const user = show(() => Promise.resolve());
  await user.click(field("Port"));
  await user.tab();
  expect(screen.queryByText("Required field")).not.toBeInTheDocument();
  await user.type(field("Depth"), "99");
  await user.tab();
  expect(await screen.findByText("Must be at most 50")).toBeVisible();
  await user.clear(field("Depth"));
  await user.type(field("Depth"), "7");
  await user.tab();
  expect(await screen.findByText("Must be a multiple of 2")).toBeVisible();
  await user.clear(field("Depth"));
  expect(screen.queryByText("Must be at most 50")).not.toBeInTheDocument();
});

it("sends trimmed values, null for empty fields and fixed values", async () => {
  const onSubmit = vi.fn(async () => Promise.resolve());
  const user = show(onSubmit, { row, fixed: { version: 3 } });
  await user.clear(field("Port"));
  await user.type(field("Port"), " Kobe ");
  await user.selectOptions(field(/^Country/), "");
  await user.click(save());
  const body = {
    name: "Kobe",
    country: null,
    depth: 18,
    isOpen: true,
    version: 3,
  };
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(body, undefined);
});

it("sends once for a double click", async () => {
  let finish: () => void = () => undefined;
  const onSubmit = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const user = show(onSubmit, { row });
  await user.dblClick(save());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  finish();
  await waitFor(() => {
    expect(save()).not.toHaveAttribute("aria-busy");
  });
});

it("is read-only while it is sent and keeps the focus, then editable after a refusal", async () => {
  let refuse: (error: CallError) => void = () => undefined;
  const onSubmit = vi.fn(
    () =>
      new Promise<void>((_resolve, reject) => {
        refuse = reject;
      }),
  );
  const user = show(onSubmit, { row });
  await user.type(field("Port"), "!{Enter}");
  expect(field("Port")).toHaveFocus();
  expect(field("Port")).toHaveAttribute("readonly");
  await user.type(field("Depth"), "9");
  await user.selectOptions(field(/^Country/), "");
  await user.click(field("Open"));
  await user.click(save());
  expect(save()).toHaveFocus();
  refuse(refused(503));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(save()).toHaveFocus();
  expect(field("Depth")).toHaveValue("18");
  expect(field(/^Country/)).toHaveValue("japan");
  expect(field("Open")).toBeChecked();
  await user.type(field("Port"), "?");
  expect(field("Port")).toHaveValue("Yokohama!?");
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("shows the server's errors beside their fields and keeps the values", async () => {
  const user = show(
    () => Promise.reject(refused(422, { errors: { name: ["Name is taken"] } })),
    { row },
  );
  await user.type(field("Port"), "!");
  await user.click(save());
  expect(await screen.findByText("Name is taken")).toBeVisible();
  expect(field("Port")).toHaveFocus();
  expect(field("Port")).toHaveValue("Yokohama!");
});

it("says the errors of fields that it does not have, and can be sent again", async () => {
  const errors = { name: ["Name is taken"], captcha: ["The code is old"] };
  const onSubmit = vi.fn<SendForm>(() =>
    Promise.reject(refused(422, { errors })),
  );
  const user = show(onSubmit, { row, gate: { content: null, isOpen: true } });
  await user.click(save());
  expect(await screen.findByText("Name is taken")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("The code is old");
  expect(save()).toBeDisabled();
  await user.type(field("Port"), "!");
  expect(save()).toBeEnabled();
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it("keeps the values over a failed call and says what failed", async () => {
  const answers = [refused(0, { code: "network" }), refused(401)];
  const onSubmit = vi.fn(() => {
    const error = answers.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  });
  const user = show(onSubmit, { row });
  await user.type(field("Port"), "!");
  await user.click(save());
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "cannot be reached",
  );
  // The dialog of the expired session asks for the password, not the form.
  await user.click(save());
  await waitFor(() => {
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
  expect(field("Port")).toHaveValue("Yokohama!");
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledTimes(3);
});

it("asks before the tab is closed, once something was typed", async () => {
  const user = show(() => Promise.resolve());
  const isAsked = () =>
    !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsked()).toBe(false);
  await user.type(field("Port"), "Kobe");
  expect(isAsked()).toBe(true);
});

/** Shows a form that closes with the session, over the row as it is by then. */
function showForSession(onSubmit: SendForm, rowNow: () => Row) {
  const Page = () =>
    useSession().status === "authenticated" ? (
      <BodyForm
        body="port"
        schema={schema}
        validate={validate}
        row={rowNow()}
        submitLabel="Save"
        onSubmit={onSubmit}
      />
    ) : null;
  renderInWorkspace(<Page />, {
    workspace: workspaceOf([]),
    address: "/ports/7/edit",
  });
  const session = sessionStore.get();
  if (session.status !== "authenticated") throw new Error("Nobody is here.");
  const signInAs = (userId: string) => {
    act(endSession);
    expect(screen.queryByLabelText("Port")).not.toBeInTheDocument();
    act(() => {
      sessionStore.set({ ...session, viewer: { ...session.viewer, userId } });
    });
  };
  return { user: userEvent.setup(), session, signInAs };
}

it("shows a row that changed while the session had ended before it is overwritten", async () => {
  const onSubmit = vi.fn<SendForm>(() => Promise.resolve());
  let present: Row = { ...row, version: 1 };
  const { user, session, signInAs } = showForSession(onSubmit, () => present);
  await user.type(field("Port"), "!");
  present = { ...row, name: "Osaka", depth: 20, version: 2 };
  signInAs(session.viewer.userId);
  expect(field("Port")).toHaveValue("Yokohama!");
  expect(field("Depth")).toHaveValue("18");
  await user.click(save());
  expect(onSubmit).not.toHaveBeenCalled();
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Yours: Yokohama!");
  expect(dialog).toHaveTextContent("Saved by someone else: Osaka");
  await user.click(
    screen.getByRole("button", { name: "Save the chosen values" }),
  );
  expect(onSubmit).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: "Yokohama!", depth: 20 }),
    present,
  );
});

it("begins with the present row when a restored form starts over", async () => {
  let present: Row = row;
  const { user, session, signInAs } = showForSession(
    () => Promise.resolve(),
    () => present,
  );
  await user.type(field("Port"), "!");
  present = { ...row, name: "Osaka" };
  signInAs(session.viewer.userId);
  expect(screen.getByRole("button", { name: "Compare" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect(field("Port")).toHaveValue("Osaka");
  expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
});

it("keeps what was typed when the session ends, for the same person only", async () => {
  const { user, session, signInAs } = showForSession(
    () => Promise.resolve(),
    () => row,
  );
  await user.type(field("Port"), "!");
  signInAs(session.viewer.userId);
  expect(field("Port")).toHaveValue("Yokohama!");
  expect(screen.getByText(/restored what you had typed/)).toBeVisible();
  signInAs("another person");
  expect(field("Port")).toHaveValue("Yokohama");
  signInAs(session.viewer.userId);
  expect(field("Port")).toHaveValue("Yokohama");
});

it("shows both values of a conflict and sends the chosen ones", async () => {
  const current = { ...row, name: "Kobe", depth: 20, version: 2 };
  const answers = [refused(409, { current })];
  const onSubmit = vi.fn<SendForm>(() => {
    const error = answers.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  });
  const user = show(onSubmit, { row });
  await user.clear(field("Port"));
  await user.type(field("Port"), "Osaka");
  await user.click(save());
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Yours: Osaka");
  expect(dialog).toHaveTextContent("Saved by someone else: Kobe");
  // Only the other person has changed the depth, so their value is chosen.
  await user.click(
    screen.getByRole("button", { name: "Save the chosen values" }),
  );
  expect(onSubmit).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: "Osaka", depth: 20 }),
    current,
  );
});

it("sends again with the new version if a conflict changed no field of the form", async () => {
  const current = { ...row, name: "Osaka", version: 2 };
  const answers = [refused(409, { current }), refused(409, { current })];
  const onSubmit = vi.fn<SendForm>(() => {
    const error = answers.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  });
  const user = show(onSubmit, { row, fixed: { version: 1 } });
  await user.clear(field("Port"));
  await user.type(field("Port"), "Osaka ");
  await user.click(save());
  // A second conflict in a row is shown, so that the form cannot send forever.
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(onSubmit).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: "Osaka" }),
    current,
  );
});
