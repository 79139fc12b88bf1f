import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDraft, dropDraft } from "../../../../src/providers/formDrafts";
import { endSession, sessionStore } from "../../../../src/providers/session";
import { readTab } from "../../../../src/providers/tabStorage";
import { profileReply } from "../../identity/profiles";
import { refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { screenIs } from "../renderList";
import {
  batch,
  button,
  earlier,
  openImport,
  preview,
  table,
} from "./importServer";

const { userId } = profileReply().detail;
const draft = { userId, form: "import ports" };

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
  sessionStore.set({ status: "anonymous" });
  dropDraft(draft);
});

const column = (name: RegExp) => screen.findByLabelText(name);

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe("The columns of an import", () => {
  it("keep a choice while the preview of the next one is on its way", async () => {
    const sent: unknown[] = [];
    const { user } = openImport({
      onPreview: async ({ columns }) => {
        if (columns) sent.push(columns);
        if (columns) await new Promise(() => undefined);
        return { body: { success: true, preview } };
      },
    });
    await user.type(await table(), "Port;Depth;Land");
    await user.click(await button("Show the preview"));
    await user.selectOptions(await column(/^Column 1/), "name");
    await user.selectOptions(await column(/^Column 2/), "depth");
    expect(await column(/^Column 1/)).toHaveValue("name");
    expect(await column(/^Column 2/)).toHaveValue("depth");
    expect(sent.at(-1)).toEqual(["name", "depth", null]);
  });

  it("can be chosen again after the server has refused a choice", async () => {
    const { user } = openImport({
      onPreview: ({ columns }) =>
        columns
          ? refusal(500, "internal")
          : { body: { success: true, preview } },
    });
    await user.type(await table(), "Port;Depth;Land");
    await user.click(await button("Show the preview"));
    await user.selectOptions(await column(/^Column 1/), "name");
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(await column(/^Column 1/)).toHaveValue("name");
    expect(await button("Apply 1 row")).toBeDisabled();
  });
});

describe("The table of an import", () => {
  it("is stored after a pause, and leaves nothing in the tab after a logout", async () => {
    const { unmount } = openImport();
    const input = await table();
    fireEvent.change(input, { target: { value: "secret" } });
    fireEvent.change(input, { target: { value: "secret rates" } });
    expect(readTab("drafts") ?? "").not.toContain("secret");
    await waitFor(() => {
      expect(readTab("drafts")).toContain("secret rates");
    });
    act(() => {
      endSession();
      unmount();
    });
    expect(readTab("drafts")).not.toContain("secret");
  });

  it("cannot be changed while it is applied, and is forgotten by somebody who has left", async () => {
    const reply = deferred<{ body: unknown }>();
    const { user, unmount } = openImport({ onApply: () => reply.promise });
    await user.type(await table(), "Port;Depth;Land");
    await user.click(await button("Show the preview"));
    await user.click(await button("Apply 1 row"));
    expect(await table()).toHaveAttribute("readonly");
    expect(await button("Choose a file")).toBeDisabled();
    expect(await column(/^Column 1/)).toBeDisabled();
    unmount();
    expect(findDraft(draft)).toBeDefined();
    reply.resolve({ body: { success: true, batch } });
    await waitFor(() => {
      expect(findDraft(draft)).toBeUndefined();
    });
  });
});

describe("A file of an import", () => {
  const choose = (file: File) => {
    fireEvent.change(screen.getByLabelText("Choose a file"), {
      target: { files: [file] },
    });
  };

  it("that cannot be read says so", async () => {
    openImport();
    await table();
    const file = new File([], "rates.csv");
    file.arrayBuffer = () => Promise.reject(new Error("gone"));
    choose(file);
    expect(await screen.findByText(/cannot be read/)).toBeVisible();
  });

  it("counts only if no later file was chosen", async () => {
    openImport();
    const input = await table();
    const slow = deferred<ArrayBuffer>();
    const first = new File([], "first.csv");
    first.arrayBuffer = () => slow.promise;
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    const second = new File([], "second.csv");
    second.arrayBuffer = () => Promise.resolve(bytes("second"));
    choose(first);
    choose(second);
    await waitFor(() => {
      expect(input).toHaveValue("second");
    });
    slow.resolve(bytes("first"));
    await slow.promise;
    await expect.poll(() => screen.getByText(/^File:/)).toBeVisible();
    expect(input).toHaveValue("second");
  });
});

describe("The effects of an import", () => {
  it("leave the preview as it is if they fail, and load again by a button", async () => {
    let isBroken = true;
    const row = { title: "Kobe", path: "/ports/4", details: ["from today"] };
    const { user } = openImport({
      onPreview: () => ({
        body: { success: true, preview: { ...preview, hasEffects: true } },
      }),
      onEffects: () => {
        if (isBroken) return refusal(503, "unavailable");
        const group = {
          ...{ text: "2 routes move.", facts: ["1 longer"], more: 1 },
          rows: [{ ...row, before: "3 days", after: "5 days" }],
        };
        const effect = { title: "Routes", notes: ["Some."], groups: [group] };
        return { body: { success: true, effects: [effect] } };
      },
    });
    await user.type(await table(), "Port");
    await user.click(await button("Show the preview"));
    await screen.findByText(/could not find out what else the import changes/);
    expect(await button("Apply 1 row")).toBeEnabled();
    isBroken = false;
    await user.click(await button("Try again"));
    const routes = await screen.findByRole("region", { name: "Routes" });
    expect(routes).toHaveTextContent(
      "2 routes move. 1 longerKobefrom today3 days → 5 daysand 1 moreSome.",
    );
    expect(within(routes).getByRole("link", { name: "Kobe" })).toHaveAttribute(
      ...(["href", "/ports/4"] as const),
    );
  });
});

describe("The undo of an import", () => {
  const applyTable = async (user: ReturnType<typeof openImport>["user"]) => {
    await user.type(await table(), "Port;Depth;Land");
    await user.click(await button("Show the preview"));
    await user.click(await button("Apply 1 row"));
    return screen.findByText(/^Imported/);
  };
  const inList = async () => {
    const list = await screen.findByRole("region", { name: "Earlier imports" });
    return within(list);
  };

  it("in the list is also shown by the result, which has the focus", async () => {
    let listed = earlier;
    const { user } = openImport({
      imports: () => [listed],
      onUndo: () => {
        listed = { ...earlier, undoneAt: earlier.at, undoneBy: "Ken" };
        return { body: { success: true, batch } };
      },
    });
    const result = await applyTable(user);
    expect(document.activeElement).toContainElement(result);
    await user.click(
      await (await inList()).findByRole("button", { name: "Undo the import" }),
    );
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Undo the import" }));
    expect(await screen.findAllByText(/^Undone by Ken/)).toHaveLength(2);
    expect(screen.queryByText(/^Imported/)).toBeNull();
    expect(
      screen.queryByRole("button", { name: "Undo the import" }),
    ).toBeNull();
    expect(document.activeElement).toHaveTextContent(/^Pasted table/);
    await user.click(await button("Import another table"));
    expect(await table()).toHaveFocus();
  });

  it("leaves the changed rows also after a lost reply", async () => {
    const sent: unknown[] = [];
    const { user } = openImport({
      imports: () => [earlier],
      onUndo: (body) => {
        sent.push(body);
        if (!body.leaveChanged)
          return refusal(409, "import_overwritten", {
            current: { count: 1, rows: [{ id: "1", name: "Kobe" }] },
          });
        if (sent.length === 2) throw new TypeError("Failed to fetch");
        return { body: { success: true, batch } };
      },
    });
    await user.click(await button("Undo the import"));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Undo the import" }));
    const leave = await dialog.findByRole("button", {
      name: "Undo the other rows",
    });
    await user.click(leave);
    await dialog.findAllByRole("alert");
    await waitFor(() => {
      expect(leave).not.toHaveAttribute("aria-busy");
    });
    await user.click(leave);
    await waitFor(() => {
      expect(sent).toEqual([
        {},
        { leaveChanged: true },
        { leaveChanged: true },
      ]);
    });
  });
});
