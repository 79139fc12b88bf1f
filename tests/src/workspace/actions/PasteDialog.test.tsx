import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import type { PasteRowsReply } from "../../../../generated/schemas";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { ports } from "../ports";
import { kobe, otaru, portsReply, renderPorts, vanino } from "../renderPorts";

type Preview = PasteRowsReply["preview"];

const body = "port#/fields/depth";
const forms = {
  [body]: {
    schema: "/workspace/forms/port-depth",
    validator: "/workspace/forms/port-depth-check",
  },
};

let lists = 0;
let stored: { id: string; name: string; depth: number; version: number }[];
/** Called before each write with the id of its row; may throw or answer. */
let onWrite: (
  id: string,
) => ReturnType<typeof refusal> | undefined | Promise<undefined>;
/** Called before each preview; may throw. */
let onPreview: () => void;

const list = (): Resource => ({
  ...ports,
  name: `pasted${lists}`,
  actions: [
    {
      ...{ id: "paste", on: ["list", "selection"], paste: { key: ["name"] } },
      ...{ method: "PATCH", path: "/lists/ports/:id", body },
      values: { version: "@version" },
      edits: ["depth"],
      patch: { depth: "depth" },
    },
  ],
});

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/workspace/actions/paste/PasteDialog"));

beforeEach(() => {
  lists += 1;
  stored = [kobe, otaru, vanino].map((row) => ({ ...row, version: 4 }));
  onWrite = () => undefined;
  onPreview = () => undefined;
});

/** Answers as the server does: a depth for each line, or a fault for a text. */
function previewOf({
  text,
  ids,
}: {
  text: string;
  ids?: readonly string[];
}): Preview {
  const lines = text.split("\n").map((line) => line.split("\t"));
  return {
    columns: (lines[0] ?? []).map((sample, index) => ({
      ...{ heading: "", sample, state: "matched" as const },
      field: ids || index > 0 ? "depth" : "name",
      isKey: !ids && index === 0,
    })),
    ...{ hasHeadings: false, missing: null, needsDayOrder: false },
    ...{ keys: ids ? [] : ["name"], values: ["depth"] },
    withoutLine: Math.max(0, (ids?.length ?? 0) - lines.length),
    rows: lines.map((cells, index) => {
      const row = stored.find(({ id, name }) =>
        ids ? id === ids[index] : name === cells[0],
      );
      const cell = cells.at(-1) ?? "";
      const depth = Number(cell);
      return {
        ...{ line: index + 1, text: cells[0] ?? "", id: row?.id ?? null },
        version: row?.version ?? null,
        row: { name: row?.name, depth: row?.depth },
        changes: row && depth > 0 && depth !== row.depth ? { depth } : {},
        faults: !row
          ? [{ field: null, text: cells[0] ?? "", reason: "No row found" }]
          : depth > 0
            ? []
            : [{ field: "depth", text: cell, reason: "Not a number" }],
      };
    }),
  };
}

function open() {
  const writes: unknown[] = [];
  const questions: { text: string; ids?: string[] }[] = [];
  fakeServer(async ({ path, method, body: sent }) => {
    if (path.endsWith("/forms/port-depth"))
      return { body: { properties: { depth: { type: "integer" } } } };
    if (path.endsWith("/paste")) {
      onPreview();
      questions.push(sent as (typeof questions)[number]);
      const preview = previewOf(sent as Parameters<typeof previewOf>[0]);
      return { body: { success: true, preview } };
    }
    if (method === "PATCH") {
      const id = path.split("/").at(-1) ?? "";
      writes.push({ id, ...(sent as object) });
      const answer = await onWrite(id);
      if (answer) return answer;
      const row = stored.find((each) => each.id === id);
      if (row) Object.assign(row, sent, { version: row.version + 1 });
      return { body: { success: true, detail: row, version: row?.version } };
    }
    return { body: portsReply(stored as unknown as (typeof kobe)[]) };
  });
  renderPorts(list(), { forms });
  return { user: userEvent.setup(), writes, questions };
}

type User = ReturnType<typeof userEvent.setup>;
const startPaste = async (user: User) => {
  await screen.findByText("Kobe");
  await user.click(await screen.findByRole("button", { name: "Paste" }));
  return screen.findByRole("dialog", { name: "Paste" });
};
const textBox = () =>
  screen.getByRole("textbox", { name: "Cells from a spreadsheet" });
const fill = (text: string) => {
  fireEvent.change(textBox(), { target: { value: text } });
};
const selectTwo = async (user: User) => {
  for (const name of ["Select Vanino", "Select Kobe"])
    await user.click(await screen.findByRole("checkbox", { name }));
  await screen.findByRole("region", { name: "Actions" });
};
const press = async (user: User, name: string) => {
  await user.click(await screen.findByRole("button", { name }));
};
const clearing = (dialog: HTMLElement) =>
  within(dialog).findByRole("checkbox", {
    name: "Empty cells clear their fields",
  });
const valuesOf = (writes: readonly unknown[]) =>
  (writes as { id: string; depth: number; version: number }[]).map(
    ({ id, depth, version }) => [id, depth, version],
  );

describe("a paste from a spreadsheet", () => {
  it("shows former and new values, writes them with the versions of the preview, and is undone as one", async () => {
    const { user, writes, questions } = open();
    const dialog = await startPaste(user);
    fill("20\n14\n12");
    await within(dialog).findByText(
      "Changed: 2. The same: 1. Cells with problems: 0. Lines with problems: 0.",
    );
    expect(questions.at(-1)?.ids).toEqual(["7", "8", "9"]);
    expect(
      within(dialog).getByRole("row", { name: /Kobe.* Now 18.* New value 20/ }),
    ).toBeInTheDocument();
    expect(writes).toEqual([]);
    await user.dblClick(
      within(dialog).getByRole("button", { name: "Apply to 2 rows" }),
    );
    await waitFor(() => {
      expect(dialog).not.toBeInTheDocument();
    });
    expect(valuesOf(writes)).toEqual([
      ["7", 20, 4],
      ["9", 12, 4],
    ]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => {
      expect(valuesOf(writes).slice(2)).toEqual([
        ["7", 18, 5],
        ["9", 11, 5],
      ]);
    });
  });

  it("finds rows by a key, and leaves out cells with problems only if that is chosen", async () => {
    const { user, writes, questions } = open();
    const dialog = await startPaste(user);
    fill("Vanino\t13\nOtaru\tdeep\nOslo\t5");
    await within(dialog).findByText(
      /Cells with problems: 1. Lines with problems: 1/,
    );
    expect(questions.at(-1)?.ids).toBeUndefined();
    expect(within(dialog).getByText("No row found")).toBeInTheDocument();
    const apply = within(dialog).getByRole("button", {
      name: "Apply to 1 row",
    });
    expect(apply).toBeDisabled();
    await user.click(
      within(dialog).getByRole("checkbox", {
        name: "Leave out 2 cells or lines with problems",
      }),
    );
    await user.click(apply);
    await waitFor(() => {
      expect(valuesOf(writes)).toEqual([["9", 13, 4]]);
    });
  });

  it("overwrites nobody: a conflict shows the other value, and the rest is written", async () => {
    const { user, writes } = open();
    onWrite = (id) =>
      id === "7"
        ? refusal(409, "stale_row", {
            current: { id: "7", name: "Kobe", depth: 25, version: 5 },
          })
        : undefined;
    const dialog = await startPaste(user);
    fill("20\n15");
    await press(user, "Apply to 2 rows");
    await within(dialog).findByText(/Changed in the meantime by .*Depth 25/);
    expect(within(dialog).getByText("Written")).toBeInTheDocument();
    await within(dialog).findByText(/1 of 2 rows are written/);
    expect(valuesOf(writes)).toEqual([
      ["7", 20, 4],
      ["8", 15, 4],
    ]);
    onWrite = () => undefined;
    stored = stored.map((row) =>
      row.id === "7" ? { ...row, depth: 25, version: 5 } : row,
    );
    await press(user, "Check again");
    await press(user, "Apply to 1 row");
    await waitFor(() => {
      expect(valuesOf(writes).at(-1)).toEqual(["7", 20, 5]);
    });
  });

  it("says after a lost connection what is written, and sends the rest once", async () => {
    const { user, writes } = open();
    let isDown = true;
    onWrite = (id) => {
      if (id !== "7" && isDown) throw new TypeError("Failed to fetch");
      return undefined;
    };
    const dialog = await startPaste(user);
    fill("20\n15\n12");
    await press(user, "Apply to 3 rows");
    await within(dialog).findByText(/The connection was lost. 1 of 3 rows/);
    // The list was read again, and shows that the second row has its former value.
    expect(within(dialog).getAllByText("Written")).toHaveLength(1);
    expect(within(dialog).getAllByText("Not written")).toHaveLength(1);
    isDown = false;
    await press(user, "Write the other 2 rows");
    await waitFor(() => {
      expect(stored.map(({ depth }) => depth)).toEqual([20, 15, 12]);
    });
    expect(valuesOf(writes).filter(([id]) => id === "7")).toHaveLength(1);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => {
      expect(stored.map(({ depth }) => depth)).toEqual([18, 14, 11]);
    });
  });

  it("starts with the text that is pasted over the selected rows, in the order on screen", async () => {
    const { user, questions } = open();
    await selectTwo(user);
    await user.paste("21\n22");
    const dialog = await screen.findByRole("dialog", { name: "Paste" });
    await within(dialog).findByText(/Changed: 2/);
    expect(questions.at(-1)).toMatchObject({ text: "21\n22", ids: ["7", "9"] });
  });

  it("keeps the text when the dialog is closed", async () => {
    const { user } = open();
    const dialog = await startPaste(user);
    fill("20");
    await within(dialog).findByText(/Changed: 1/);
    await press(user, "Cancel");
    await startPaste(user);
    expect(textBox()).toHaveValue("20");
  });

  it("forgets the text that is applied", async () => {
    const { user } = open();
    const dialog = await startPaste(user);
    fill("20");
    await press(user, "Apply to 1 row");
    await waitFor(() => {
      expect(dialog).not.toBeInTheDocument();
    });
    await startPaste(user);
    expect(textBox()).toHaveValue("");
  });

  it("keeps the choices with the text, and forgets both together", async () => {
    const { user } = open();
    const dialog = await startPaste(user);
    fill("20");
    await user.click(await clearing(dialog));
    await press(user, "Cancel");
    const again = await startPaste(user);
    expect(await clearing(again)).toBeChecked();
    await press(user, "Start over");
    fill("21");
    expect(await clearing(again)).not.toBeChecked();
  });

  it("takes the selected rows, also from the button of the list", async () => {
    const { user, questions } = open();
    await selectTwo(user);
    const [ofList] = screen.getAllByRole("button", { name: "Paste" });
    if (ofList) await user.click(ofList);
    const dialog = await screen.findByRole("dialog", { name: "Paste" });
    fill("21\n22");
    await within(dialog).findByText(/Changed: 2/);
    expect(questions.at(-1)?.ids).toEqual(["7", "9"]);
    expect(
      within(dialog).getByRole("radio", {
        name: "By the order of 2 selected rows",
      }),
    ).toBeChecked();
  });

  it("is stopped by Escape, and the dialog stays with the focus on its report", async () => {
    const { user, writes } = open();
    let answer: (value?: undefined) => void = () => undefined;
    onWrite = (id) =>
      id === "7"
        ? refusal(422, "invalid_fields")
        : new Promise((resolve) => {
            answer = resolve;
          });
    const dialog = await startPaste(user);
    fill("20\n15\n12");
    await press(user, "Apply to 3 rows");
    await waitFor(() => {
      expect(writes).toHaveLength(2);
    });
    expect(document.activeElement).toHaveTextContent("0 of 3 rows are written");
    await user.keyboard("{Escape}");
    answer();
    await within(dialog).findByText(
      /Stopped. 1 of 3 rows are written. Not sent: 1. Not written because of an error: .*Kobe/,
    );
    expect(document.activeElement).toHaveTextContent("Stopped.");
    expect(writes).toHaveLength(2);
    await user.keyboard("{Escape}");
    expect(dialog).not.toBeInTheDocument();
  });

  it("offers its undo until all is taken back", async () => {
    const { user } = open();
    onWrite = (id) => (id === "9" ? refusal(422, "invalid_fields") : undefined);
    const dialog = await startPaste(user);
    fill("20\n15\n12");
    await press(user, "Apply to 3 rows");
    await within(dialog).findByText(/2 of 3 rows are written/);
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await press(user, "Undo the paste");
    await screen.findByText("You are offline. Nothing was changed.");
    online.mockRestore();
    onWrite = (id) => (id === "7" ? refusal(422, "invalid_fields") : undefined);
    await press(user, "Undo the paste");
    await within(dialog).findByText(/1 of 3 rows are written/);
    expect(stored.map(({ depth }) => depth)).toEqual([20, 14, 11]);
    onWrite = () => undefined;
    await press(user, "Undo the paste");
    await within(dialog).findByText(/Changed: 3/);
    expect(stored.map(({ depth }) => depth)).toEqual([18, 14, 11]);
  });

  it("keeps the last preview beside the error of the next one", async () => {
    const { user } = open();
    const dialog = await startPaste(user);
    fill("20\n15");
    await within(dialog).findByText(/Changed: 2/);
    onPreview = () => {
      throw new TypeError("Failed to fetch");
    };
    await user.click(await clearing(dialog));
    await within(dialog).findByText(/does not include your last change/);
    expect(await clearing(dialog)).toHaveFocus();
    expect(await clearing(dialog)).toBeChecked();
    expect(within(dialog).getByText(/Changed: 2/)).toBeInTheDocument();
    expect(
      within(dialog).getByRole("button", { name: "Apply to 2 rows" }),
    ).toBeDisabled();
  });

  it("asks again about cells with problems of another text", async () => {
    const { user } = open();
    const dialog = await startPaste(user);
    fill("20\ndeep");
    const leaveOut = () =>
      within(dialog).findByRole("checkbox", { name: /Leave out 1 cell/ });
    await user.click(await leaveOut());
    fill("21\ndeeper");
    await within(dialog).findByText("deeper");
    expect(await leaveOut()).not.toBeChecked();
    expect(
      within(dialog).getByRole("button", { name: "Apply to 1 row" }),
    ).toBeDisabled();
  });
});
