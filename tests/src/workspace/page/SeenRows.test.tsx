import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { fakeServer } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

it("marks rows as seen by the key of their list", async () => {
  screenIs("desk");
  const seen: unknown[] = [];
  fakeServer(({ path, body }) => {
    if (path.endsWith("/seen")) seen.push(body);
    if (!path.endsWith("/lists/ports")) return { body: { success: true } };
    const rows = ["Kobe", "Otaru"].map((name) => ({ name, depth: 9 }));
    return {
      body: { success: true, rows, pageInfo: { totalSearchResults: 2 } },
    };
  });
  const resource = {
    ...ports,
    key: "name",
    calls: { ...ports.calls, seen: { path: "/lists/ports/seen" } },
  };
  renderInWorkspace(<ListingPage resource={resource} />, {
    workspace: workspaceOf([resource]),
    address: "/ports",
  });
  await waitFor(() => {
    expect(seen).toEqual([{ ids: ["Kobe", "Otaru"] }]);
  });
});
