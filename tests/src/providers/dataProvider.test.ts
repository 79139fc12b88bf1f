import { describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { createDataProvider } from "../../../src/providers/dataProvider";
import { permissions } from "../identity/profiles";
import { fakeServer } from "./fakeServer";

const workspace = bundledWorkspace({
  userId: "7",
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: 2,
  permissions: permissions(true),
});
const provider = createDataProvider(workspace);

describe("the data provider", () => {
  it("asks for a page as the declaration says, and gives rows and total", async () => {
    const calls = fakeServer(() => ({
      body: {
        success: true,
        carsList: [{ id: "41", lotNo: "7" }],
        pageInfo: { totalSearchResults: 1284 },
      },
    }));
    const { data, total } = await provider.getList("car-auction", {
      pagination: { page: 2, perPage: 50 },
      sort: { field: "year", order: "DESC" },
      filter: {
        filters: { maker: { kind: "choices", values: ["3"] } },
        search: { parameter: "lot_no", text: "60" },
      },
    });
    const query = new URLSearchParams(calls[0]?.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      makerId: "3",
      modelId: "-1",
      quick_search_parameter: "lot_no",
      quick_search_text: "60",
      sort: "year",
      order: "DESC",
      page: "2",
      pageSize: "50",
    });
    expect(data).toEqual([{ id: "41", row: { id: "41", lotNo: "7" } }]);
    expect(total).toBe(1284);
  });

  it("knows a bid by its own id and keeps the lot's", async () => {
    fakeServer(() => ({
      body: { success: true, cars: [{ bidId: "9", id: "41" }], counters: [] },
    }));
    const found = await provider.getList("my-bids", {
      pagination: { page: 1, perPage: 20 },
      sort: { field: "", order: "ASC" },
      filter: { filters: {}, search: null },
    });
    expect(found).toMatchObject({
      data: [{ id: "9", row: { bidId: "9", id: "41" } }],
      total: -1,
      meta: { reply: { counters: [] }, problems: [] },
    });
  });

  it("refuses methods that no declaration has a call for", async () => {
    await expect(provider.delete("car-auction", { id: "1" })).rejects.toThrow(
      "has a call for delete",
    );
  });
});
