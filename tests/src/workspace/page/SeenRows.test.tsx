import { beforeEach, expect, it } from "vitest";
import { eventually } from "../../../support/eventually";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "../renderList";

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
