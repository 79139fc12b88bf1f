import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import type { Field, Resource, RowSchema } from "../../../../domain/resource";
import lot from "../../../../schemas/lot.json";
import carAuction from "../../../fixtures/resources/car-auction.json";
import { countSavedSearches } from "../../../../server/catalog/savedSearches/viewedList";
import { listSearches } from "../../../../server/catalog/savedSearches/listSearches";
import {
  saveSearch,
  updateSearch,
} from "../../../../server/catalog/savedSearches/changeSearches";
import { lotSource } from "../../../../server/catalog";
import type { Database } from "../../../../server/platform/database";
import { createDictionaryCache } from "../../../../server/workspace/listing/source/dictionaryCache";
import { addClient } from "../../bidding/support";
import { eachDatabase } from "../../../support/database";

const cars = carAuction as Resource;
const row = lot as RowSchema;
const clock = { now: () => new Date("2026-11-20T12:00:00+09:00") };

/** The declarations at a point in time. */
const declared = (resource: Resource, fields: Record<string, Field> = {}) => ({
  workspace: { resources: () => [resource] },
  sourceOf: () => lotSource,
  schemas: {
    row: () => ({ ...row, properties: { ...row.properties, ...fields } }),
  },
});

const fuel: Field = { type: "string", enum: ["petrol", "diesel", "electric"] };
const withFuel = {
  ...cars,
  filters: [...cars.filters, { field: "fuel" }],
};
const asSaved = declared(withFuel, { fuel });
const params = "maker=1&year=2015,2020&fuel=petrol";

eachDatabase("saved searches of a changed list", (open) => {
  let database: Database;
  let viewer: Viewer;
  let id: string;

  type Declared = ReturnType<typeof declared>;
  const read = async (list: Declared, by: Viewer = viewer) =>
    listSearches(
      { ...list, database, clock },
      {
        viewer: by,
        type: "auction",
        dictionaries: createDictionaryCache(database),
      },
    );

  beforeAll(async () => {
    database = await open();
  });

  beforeEach(async () => {
    viewer = await addClient(database);
    id = await saveSearch(
      { ...asSaved, database, clock },
      { viewer, body: { title: "Prius", params, type: "auction" } },
    );
  });

  describe.each<[string, Declared]>([
    ["whose filter is gone", declared(cars, { fuel })],
    [
      "whose value is no value any more",
      declared(withFuel, { fuel: { ...fuel, enum: ["diesel"] } }),
    ],
    [
      "whose filter the viewer may no longer use",
      declared({
        ...cars,
        filters: [
          ...cars.filters,
          { field: "fuel", access: { flags: ["adjustmentPriceShow"] } },
        ],
      }),
    ],
    [
      "whose field the viewer may no longer see",
      declared(withFuel, {
        fuel: { ...fuel, "x-access": { flags: ["adjustmentPriceShow"] } },
      }),
    ],
  ])("%s", (_how, now) => {
    it("keep valid criteria and list the dropped criteria", async () => {
      expect(await read(now)).toMatchObject([
        {
          params: "maker=1&year=2015,2020",
          dropped: [{ param: "fuel", value: "petrol" }],
        },
      ]);
    });

    it("work as before when the list is restored", async () => {
      await read(now);
      const [search] = await read(asSaved);
      expect(search).toMatchObject({ params });
      expect(search).not.toHaveProperty("dropped");
    });

    it("can be saved with their remaining criteria", async () => {
      const body = { id, title: "Prius", params: "maker=1&year=2015,2020" };
      await updateSearch({ ...now, database, clock }, { viewer, body });
      const [search] = await read(asSaved);
      expect(search).toMatchObject({ params: body.params });
      expect(search).not.toHaveProperty("dropped");
    });

    it("keep their stored criteria when they are renamed", async () => {
      const body = { id, title: "For Anna" };
      await updateSearch({ ...now, database, clock }, { viewer, body });
      expect(await read(asSaved)).toMatchObject([
        { title: "For Anna", params },
      ]);
    });

    it("cannot be saved with dropped criteria", async () => {
      const body = { id, title: "Prius", params };
      await expect(
        updateSearch({ ...now, database, clock }, { viewer, body }),
      ).rejects.toMatchObject({ code: "invalid_choice" });
    });
  });

  it("name no filter that is hidden from a viewer with whom they are shared", async () => {
    await database.kysely
      .updateTable("saved_searches")
      .set({ is_shared: true, params: `${params}&gone=1` })
      .where("id", "=", id)
      .execute();
    const access = {
      flags: ["adjustmentPriceShow"] as "adjustmentPriceShow"[],
    };
    const now = declared(
      {
        ...cars,
        savedViews: { share: {} },
        filters: [...cars.filters, { field: "fuel", access }],
      },
      { fuel },
    );
    const other = await addClient(database);
    expect(await read(now, other)).toMatchObject([
      {
        params: "maker=1&year=2015,2020",
        dropped: [{ param: "gone", value: "1" }],
      },
    ]);
  });

  it("keep the choices that still exist", async () => {
    const body = {
      title: "Both",
      params: "fuel=petrol,diesel",
      type: "auction",
    };
    await saveSearch({ ...asSaved, database, clock }, { viewer, body });
    const now = declared(withFuel, {
      fuel: { ...fuel, enum: ["diesel", "electric"] },
    });
    expect(await read(now)).toContainEqual(
      expect.objectContaining({
        params: "fuel=diesel",
        dropped: [{ param: "fuel", value: "petrol" }],
      }),
    );
  });

  it("are hidden, not counted and read-only when the viewer may not see the list", async () => {
    const closed: Viewer = {
      ...viewer,
      permissions: { ...viewer.permissions, carAuctionsView: false },
    };
    expect(await read(asSaved, closed)).toEqual([]);
    const context = { ...asSaved, database, clock };
    expect(await countSavedSearches(context, closed)).toBe(0);
    expect(await countSavedSearches(context, viewer)).toBe(1);
    const body = { id, title: "Mine" };
    await expect(
      updateSearch(context, { viewer: closed, body }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("stop at ten when eleven are saved at once", async () => {
    const other = await addClient(database);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 11 }, (_, number) =>
        saveSearch(
          { ...asSaved, database, clock },
          {
            viewer: other,
            body: { title: `${number}`, params, type: "auction" },
          },
        ),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "saved_limit" } }]);
    expect(await read(asSaved, other)).toHaveLength(10);
  });
});
