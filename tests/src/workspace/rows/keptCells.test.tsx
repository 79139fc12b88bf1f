import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it, vi } from "vitest";
import { Toasts } from "../../../../src/layout/Toasts";
import { ListingProviders } from "../../../../src/workspace/listing/ListingContext";
import { useListActions } from "../../../../src/workspace/listing/listActions";
import { ActionsFailure } from "../../../../src/workspace/page/UntakenEdits";
import { fakeServer } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace } from "../renderList";
import { pencil, renderBerths, server, showRows, useBerths } from "./berths";

useBerths();

const isAskedToStay = () =>
  !dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("a value that is typed in a cell", () => {
  it("stays while its row is not shown, and asks before the list is left", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await screen.findByRole("textbox");
    await user.keyboard("21");
    const { rows } = server;
    await showRows(rows.slice(1));
    const text = /^Typed but not saved: Depth of Kobe/;
    expect(await screen.findByRole("region", { name: text })).toBeVisible();
    expect(isAskedToStay()).toBe(true);
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await user.click(await screen.findByText("Keep editing"));
    await showRows(rows);
    const input = await screen.findByLabelText("Edit Depth of Kobe");
    expect(input).toHaveValue("21");
    expect(input).not.toHaveFocus();
    expect(screen.queryByRole("region", { name: text })).toBeNull();
    await user.type(input, "{Enter}");
    await vi.waitFor(() => {
      expect(server.sent).toMatchObject([{ body: { depth: 21, version: 1 } }]);
    });
  });

  it("is forgotten on request, and with its row if it is the former value", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    // A click whose form has not loaded yet opens the editor later.
    await screen.findByRole("textbox");
    const { rows } = server;
    await showRows(rows.slice(1));
    await waitFor(() => {
      expect(screen.queryByText("Kobe")).toBeNull();
    });
    expect(screen.queryByText(/^Typed but not saved/)).toBeNull();
    await showRows(rows);
    await user.click(await pencil());
    await screen.findByRole("textbox");
    await user.keyboard("21");
    await showRows(rows.slice(1));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await showRows(rows);
    expect(await pencil()).toBeVisible();
    expect(isAskedToStay()).toBe(false);
  });
});

describe("a value whose action could not be read again", () => {
  it("is sent, and not reported as refused", async () => {
    const user = renderBerths();
    const save = async (depth: number) => {
      await user.click(await pencil());
      await user.keyboard(`${String(depth)}{Enter}`);
    };
    await save(21);
    await vi.waitFor(() => {
      expect(server.sent).toHaveLength(1);
    });
    server.hasNoBodies = true;
    await showRows(server.rows);
    await save(22);
    await vi.waitFor(() => {
      expect(server.sent).toHaveLength(2);
    });
    expect(await pencil()).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

describe("a value whose action has not loaded", () => {
  it("is marked, and the list says that it was not sent when it is left", async () => {
    let arrive = () => {};
    server.bodiesArrive = new Promise((resolve) => {
      arrive = resolve;
    });
    const user = renderBerths();
    const switched = await screen.findByRole("switch", {
      name: "Open for Kobe",
    });
    await user.click(switched);
    expect(screen.getByText("Not sent yet")).toBeInTheDocument();
    expect(isAskedToStay()).toBe(true);
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    expect(
      await screen.findByText(/^Kobe.* was not changed: the list was closed/),
    ).toBeVisible();
    expect(isAskedToStay()).toBe(false);
    await act(async () => {
      arrive();
      await server.bodiesArrive;
    });
    expect(server.sent).toEqual([]);
  });

  it("goes back to its cell with a message if the actions cannot load", async () => {
    fakeServer(() => ({ body: { success: true, rows: [] } }));
    const onRefused = vi.fn(() => false);
    function Edited() {
      const { edits } = useListActions();
      useEffect(() => {
        const record = { id: "7", row: { name: "Kobe" } };
        edits.set([{ actionId: "depth", record, value: 21, onRefused }]);
      }, [edits]);
      return null;
    }
    const resource = { ...ports, name: "lostPorts" };
    renderInWorkspace(
      <>
        <ListingProviders resource={resource}>
          <Edited />
          <ActionsFailure
            error={new TypeError("Failed to fetch")}
            onRetry={() => undefined}
            isRetrying={false}
            retryButton={{ current: null }}
            onClose={undefined}
          />
        </ListingProviders>
        <Toasts />
      </>,
      { workspace: workspaceOf([resource]), address: "/ports" },
    );
    expect(await screen.findByText(/^Kobe was not changed: /)).toBeVisible();
    expect(onRefused).toHaveBeenCalledOnce();
  });
});
