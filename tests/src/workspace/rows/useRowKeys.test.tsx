import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { fakeServer } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

registerAreas([
  {
    cells: {
      depth: {
        isFor: ({ row, name }) => row === "port" && name === "depth",
        Cell: ({ row }) => (
          <input aria-label="Depth" defaultValue={String(row.depth)} />
        ),
        width: 80,
      },
    },
  },
]);

const resource: Resource = {
  ...ports,
  detailRoute: "/ports/:id",
  actions: [
    {
      id: "open",
      on: ["row", "selection"],
      method: "PUT",
      path: "/ports/open",
    },
  ],
};

beforeAll(() => import("../../../../src/workspace/actions/Actions"));

/** The numbers of the ports that the server lists. */
let ids: number[];

beforeEach(() => {
  ids = [1, 2, 3];
  screenIs("desk");
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? { success: true }
      : {
          success: true,
          rows: ids.map((id) => ({
            id: String(id),
            name: `Port ${id}`,
            depth: 10 + id,
          })),
          pageInfo: { totalSearchResults: 3 },
        },
  }));
});

/** The list, with the focus on this control. */
async function renderFocused(find: () => Promise<HTMLElement | undefined>) {
  const user = userEvent.setup();
  const { queryClient } = renderInWorkspace(
    <ListingPage resource={resource} />,
    {
      workspace: workspaceOf([resource]),
      address: "/ports",
    },
  );
  const control = await find();
  act(() => {
    control?.focus();
  });
  return { user, control, queryClient };
}

const link = (name: string) => screen.findByRole("link", { name });

describe("the keys of a table", () => {
  it("move between the row links", async () => {
    const { user } = await renderFocused(() => link("Port 1"));
    await user.keyboard("{ArrowDown}");
    expect(await link("Port 2")).toHaveFocus();
    await user.keyboard("{End}");
    expect(await link("Port 3")).toHaveFocus();
    await user.keyboard("{Home}");
    expect(await link("Port 1")).toHaveFocus();
  });

  it("select the row of the link by Space; only its controls are tab stops", async () => {
    const { user } = await renderFocused(() => link("Port 2"));
    const box = (name: string) =>
      screen.findByRole("checkbox", { name: `Select ${name}` });
    await user.keyboard(" ");
    expect(await box("Port 2")).toBeChecked();
    expect(await box("Port 2")).toHaveAttribute("tabindex", "0");
    expect(await box("Port 1")).toHaveAttribute("tabindex", "-1");
    await user.keyboard(" ");
    expect(await box("Port 2")).not.toBeChecked();
  });

  it("stay with the row that takes the place of a removed row", async () => {
    const { queryClient } = await renderFocused(() => link("Port 2"));
    ids = [1, 3];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => {
      expect(screen.queryByRole("link", { name: "Port 2" })).toBeNull();
    });
    expect(await link("Port 3")).toHaveFocus();
  });

  it("do not take the focus back after a click on an empty part of the page", async () => {
    const { user, queryClient } = await renderFocused(() => link("Port 2"));
    await user.click(document.body);
    expect(document.body).toHaveFocus();
    ids = [1, 3, 4];
    await act(() => queryClient.invalidateQueries());
    expect(await link("Port 4")).toBeVisible();
    expect(document.body).toHaveFocus();
  });

  it("are left to an input inside a cell", async () => {
    const { user, control } = await renderFocused(
      async () => (await screen.findAllByRole("textbox", { name: "Depth" }))[0],
    );
    await user.keyboard("{Home}{ArrowDown}9");
    expect(control).toHaveFocus();
    expect(control).toHaveValue("911");
  });
});
