import { describe, expect, it } from "vitest";
import { replyFields, visibleResource } from "../../domain/visible";
import type { Resource } from "../../domain/resource";
import { readUrl } from "../../domain/listing/url";
import { client, manager, resource, row } from "./support/declared";

const seenBy = (viewer: typeof client) => {
  const seen = visibleResource(resource, row, viewer);
  if (!seen) throw new Error("Nothing is seen");
  return seen;
};

describe("what a viewer sees of a resource", () => {
  it("is nothing without the resource's own permission", () => {
    const stranger = { ...client, permissions: {} };
    expect(visibleResource(resource, row, stranger)).toBeNull();
    const unknown = { ...client, userLevel: 7 };
    expect(visibleResource(resource, row, unknown)).toBeNull();
  });

  it("is all of it for one who may see all fields", () => {
    const seen = seenBy(manager);
    expect(seen.columns.map(({ id }) => id)).toEqual(["car", "secret", "only"]);
    expect(seen.filters).toHaveLength(resource.filters.length);
    expect(seen.tabs?.values).toHaveLength(2);
  });

  it("lacks a hidden field in columns, card, filters, sorts and search", () => {
    const seen = seenBy(client);
    expect(JSON.stringify(seen.columns)).not.toContain('"only"');
    expect(seen.columns[1]).toMatchObject({ id: "secret", fields: ["year"] });
    expect(seen.columns[1]?.sort).toBeUndefined();
    expect(seen.card).toMatchObject({
      title: ["maker"],
      lines: [[], ["year"]],
    });
    expect(seen.filters.some(({ field }) => field === "secret")).toBe(false);
    expect(seen.sorts.map(({ id }) => id)).toEqual(["year"]);
    expect(seen.search?.parameters.map(({ value }) => value)).toEqual([
      "lot_no",
    ]);
  });

  it("lacks hidden fields in the lead and the timelines of a row's page", () => {
    const drawn = {
      ...resource,
      lead: { fields: ["year", "secret"], due: "day" },
      timelines: [
        { id: "hidden", state: "secret", steps: [{ states: ["1"] }] },
        { id: "days", steps: [{ on: "day", planned: "secret" }] },
        { id: "none", steps: [{ on: "secret" }] },
      ],
    };
    const { lead, timelines } = visibleResource(drawn, row, client) ?? {};
    expect(lead).toEqual({ fields: ["year"], due: "day" });
    expect(timelines).toEqual([{ id: "days", steps: [{ on: "day" }] }]);
    const led = { ...resource, lead: { fields: ["secret", "year"] } };
    expect(visibleResource(led, row, client)?.lead).toBeUndefined();
    expect(visibleResource(drawn, row, manager)?.timelines).toHaveLength(3);
  });

  it("leads nowhere by a hidden field, nor to a hidden page", () => {
    const led = { ...resource, detailRoute: "/lots/:secret" };
    expect(visibleResource(led, row, client)?.detailRoute).toBeUndefined();
    expect(visibleResource(led, row, manager)?.detailRoute).toBe(
      "/lots/:secret",
    );
    const paged = {
      ...resource,
      detailRoute: "/lots/:id",
      calls: {
        ...resource.calls,
        detail: { path: "/lot", access: { roles: ["manager" as const] } },
      },
    };
    const seen = visibleResource(paged, row, client);
    expect(seen?.detailRoute).toBeUndefined();
    expect(seen?.calls).not.toHaveProperty("detail");
    expect(visibleResource(paged, row, manager)?.calls.detail).toEqual({
      path: "/lot",
    });
  });

  it("is ordered by its key rather than by a hidden field", () => {
    const defaultOrder = { field: "secret", order: "ASC" as const };
    const ordered = { ...resource, defaultOrder };
    expect(visibleResource(ordered, row, client)?.defaultOrder).toBeUndefined();
    expect(visibleResource(ordered, row, manager)?.defaultOrder).toEqual(
      defaultOrder,
    );
  });

  it("keeps what only a hidden column has out of cards and orders", () => {
    const access = { roles: ["manager" as const] };
    const listed: Resource = {
      ...resource,
      columns: [
        { id: "car", fields: ["maker", "model"] },
        { id: "age", fields: ["year"], sort: "year", access },
      ],
      sorts: [
        { id: "year", field: "year" },
        { id: "number", field: "number" },
      ],
      card: {
        title: ["maker"],
        price: "year",
        badge: "number",
        amounts: ["year", "number"],
      },
      defaultOrder: { field: "year", order: "ASC" },
    };
    const seen = visibleResource(listed, row, client);
    expect(seen?.sorts.map(({ id }) => id)).toEqual(["number"]);
    expect(seen?.card).toEqual({
      title: ["maker"],
      badge: "number",
      amounts: ["number"],
    });
    expect(seen?.defaultOrder).toBeUndefined();
    expect(seen?.filters.some(({ field }) => field === "year")).toBe(true);
    expect(visibleResource(listed, row, manager)?.sorts).toHaveLength(2);
  });

  it("has its columns for a card whose title is hidden", () => {
    const card = { title: ["secret"], price: "year" };
    const seen = visibleResource({ ...resource, card }, row, client);
    expect(seen?.card).toBeUndefined();
  });

  it("is shown in the ways that are for the viewer, else plainly", () => {
    const access = { userTypes: ["manager" as const] };
    const views: Resource["views"] = [
      { view: "grid", access },
      "card",
      { view: "card", access },
    ];
    const viewsFor = (viewer: typeof client, some = views) =>
      visibleResource({ ...resource, views: some }, row, viewer)?.views;
    expect(viewsFor(client)).toEqual(["card"]);
    expect(viewsFor(manager)).toEqual(["grid", "card"]);
    expect(viewsFor(client, [{ view: "grid", access }])).toEqual(["default"]);
  });

  it("is nothing where no column of it is seen, or its key is not", () => {
    const columns = resource.columns.filter(({ id }) => id === "only");
    expect(visibleResource({ ...resource, columns }, row, client)).toBeNull();
    expect(visibleResource({ ...resource, key: "secret" }, row, client)).toBe(
      null,
    );
  });

  it("does not take the value of a hidden tab, nor what a filter refuses", () => {
    const status = (viewer: typeof client, value: string) =>
      readUrl(seenBy(viewer), row, `status=${value}`).state.filters.status;
    expect(status(client, "4532")).toBeUndefined();
    expect(status(client, "4535,4532")).toBeUndefined();
    expect(status(client, "4535")).toBeDefined();
    expect(status(manager, "4532")).toBeDefined();
  });

  it("has only the tabs of its role", () => {
    expect(seenBy(client).tabs?.values).toEqual([{ value: "All" }]);
  });

  it("has the conditions of its calls, without those over hidden fields, also for its actions", () => {
    const year = { field: "year", atLeast: 2000 };
    const isNew = { field: "isNew", is: true };
    const path = "/lots/:id";
    const guarded: Resource = {
      ...resource,
      calls: {
        ...resource.calls,
        update: {
          ...{ method: "PUT", path, body: "lot" },
          conditions: [year, { field: "secret", filled: true }],
        },
        remove: {
          ...{ method: "DELETE", path },
          conditions: { viewer: { userTypes: ["manager"] } },
        },
      },
      actions: [
        {
          ...{ id: "renew", on: ["row"], edits: ["isNew"] },
          ...{ method: "PATCH", path, body: "lot", enabled: isNew },
        },
      ],
    };
    const seen = visibleResource(guarded, row, client);
    expect(seen?.calls.update?.conditions).toEqual([year]);
    expect(seen?.actions?.[0]?.enabled).toEqual([isNew, year]);
    expect(seen?.calls.remove).toBeUndefined();
    expect(visibleResource(guarded, row, manager)?.calls.remove).toBeDefined();
  });

  it("is answered with visible fields only, and those always there", () => {
    expect(replyFields(seenBy(client), row, client)).toEqual([
      "id",
      "maker",
      "model",
      "year",
    ]);
    expect(replyFields(seenBy(manager), row, manager)).toContain("secret");
  });
});
