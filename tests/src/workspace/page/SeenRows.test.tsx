import { beforeEach, expect, it } from "vitest";
import { eventually } from "../../../support/eventually";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import {
  facets,
  lots,
  renderInWorkspace,
  renderList,
  screenIs,
} from "../renderList";
import ListingPage from "../../../../src/workspace/page/ListingPage";

beforeEach(() => {
  screenIs("desk");
});

it("marks rows as seen when the connection returns, if that failed at first", async () => {
  let isDown = true;
  let marks = 0;
  fakeServer(({ path, method }) => {
    if (path === "/api/seen") {
      marks += 1;
      return isDown ? refusal(503, "unavailable") : {};
    }
    if (path.endsWith("/filters")) return { body: facets(2) };
    return method === "GET" ? { body: lots(1, 2) } : {};
  });
  renderList({
    name: "car-auction",
    edit: (resource) => ({
      ...resource,
      calls: { ...resource.calls, seen: { path: "/seen" } },
    }),
  });
  await eventually(() => {
    expect(marks).toBe(1);
  });
  isDown = false;
  await eventually(() => {
    dispatchEvent(new Event("online"));
    expect(marks).toBe(2);
  });
});

it("marks rows of a list by the key that it declares", async () => {
  const sent: unknown[] = [];
  fakeServer(({ path, body }) => {
    if (path === "/api/seen") sent.push(body);
    return path === "/api/lists/ports"
      ? {
          body: {
            success: true,
            rows: [{ id: "1", name: "Kobe", depth: 18 }],
            pageInfo: { totalSearchResults: 1 },
          },
        }
      : { body: { success: true } };
  });
  const resource = {
    ...ports,
    key: "name",
    calls: { ...ports.calls, seen: { path: "/seen" } },
  };
  renderInWorkspace(<ListingPage resource={resource} />, {
    workspace: workspaceOf([resource]),
    address: "/ports",
  });
  await eventually(() => {
    expect(sent).toEqual([{ ids: ["Kobe"] }]);
  });
});
