import { beforeAll, describe, expect, it } from "vitest";
import { lotBidInfo } from "../../../server/catalog/describeLot";
import { inTransaction } from "../../../server/platform/database";
import { writeLots } from "../../../server/catalog";
import { signIn } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

describe("the page of a car lot", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp([
      carLot("full", {
        condition: "4.5",
        year: 2015,
        chassis: "NZE161",
        mileage: 45_000,
        engine: 1500,
        grade: "HYBRID G",
        color: "PEARL",
        gearbox: "FAT",
        priv: "FF",
        equip: "AC NAVI",
        startPrice: 300_000,
        serial: "0012345",
        fuel: "hybrid",
        horsePower: 110,
        info: "One owner",
        town: "Odawara",
      }),
      carLot("sold", { status: 4533, soldPrice: 500_000 }),
      carLot("bare", { auctionDate: null, auctionName: null }),
    ]);
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "stock", [carLot("stock")]),
    );
  });
  const detail = async (sourceId: string) => {
    const id = await test.idOf(sourceId);
    const { status, body } = await test.get(`/auction/detail?id=${id}`);
    expect(status).toBe(200);
    return body.detail;
  };

  it("names the present area of a lot that moved", async () => {
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "stats", [carLot("past")]),
    );
    const id = await test.idOf("past");
    const { status, body } = await test.get(`/auction/detail?id=${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      messageCode: "lot_moved",
      current: { id, lotType: "stats" },
    });
    const stock = await test.idOf("stock");
    const other = await test.get(`/auction/detail?id=${stock}`);
    expect(other.body).toMatchObject({ messageCode: "not_found" });
  });

  it("returns the fields that no section has", async () => {
    const lot = await detail("full");
    expect(lot).toMatchObject({ added: { town: "Odawara" } });
    expect(lot).not.toHaveProperty("added.serial");
    expect(lot).not.toHaveProperty("added.grade");
  });

  it("returns the fields of the lot in sections", async () => {
    expect(await detail("full")).toMatchObject({
      carCommonDetail: {
        isUss: true,
        lotNumber: "1full",
        info: "One owner",
        comment: null,
        commentEditable: false,
      },
      lotInfo: {
        auctionName: "USS Tokyo",
        auctionDate: "2026-11-20T10:00:00+09:00",
        condition: "4.5",
        status: 4532,
      },
      carInfo: {
        maker: "TOYOTA",
        model: "COROLLA",
        year: 2015,
        chassisId: "NZE161",
        serial: "0012345",
        mileage: 45_000,
      },
      carSpecification: {
        engineCC: 1500,
        grade: "HYBRID G",
        color: "PEARL",
        transmission: "FAT",
        drive: "FF",
        horsePower: 110,
        equipment: "AC NAVI",
        fuel: "hybrid",
      },
      lotImages: {
        images: ["/a.svg", "/b.svg"],
        thumbnails: ["/a.svg", "/b.svg"],
      },
      bidInfo: {
        startPrice: 300_000,
        myBid: null,
        acceptBid: true,
        auctionFinished: false,
        biddingDeadline: "2026-11-20T09:30:00+09:00",
        cancelDeadlineHour: 2,
      },
      wishList: [],
    });
  });

  it("accepts no bid once the lot is sold", async () => {
    expect(await detail("sold")).toMatchObject({
      bidInfo: {
        soldPrice: 500_000,
        acceptBid: false,
        auctionFinished: true,
      },
    });
  });

  it("returns null for unknown fields", async () => {
    expect(await detail("bare")).toMatchObject({
      carCommonDetail: { isUss: false },
      lotInfo: { auctionName: null, auctionDate: null, condition: null },
      carInfo: { year: null, mileage: null },
      bidInfo: { biddingDeadline: null },
    });
  });

  it("answers a lot of another area like an unknown id", async () => {
    const foreign = await test.get(
      `/auction/detail?id=${await test.idOf("stock")}`,
    );
    const missing = await test.get("/auction/detail?id=999999999999999");
    expect(foreign.status).toBe(404);
    const { requestId: _foreign, ...foreignBody } = foreign.body;
    const { requestId: _missing, ...missingBody } = missing.body;
    expect(foreignBody).toEqual(missingBody);
  });

  it("rejects malformed ids", async () => {
    for (const id of ["", "0", "-1", "1e3", "abc", "1 or 1=1"]) {
      const query = `id=${encodeURIComponent(id)}`;
      const { status } = await test.get(`/auction/detail?${query}`);
      expect({ id, status }).toEqual({ id, status: 400 });
    }
  });
});

describe("the page of a lot with hidden fields", () => {
  const copy = declaredCopy();
  const forManagers = { "x-access": { roles: ["manager"] } };
  copy.editRow("lot", ({ properties }) => {
    for (const name of ["auctionDate", "myBidAmount"])
      Object.assign(properties[name] ?? {}, forManagers);
  });
  copy.editRow("bid", ({ properties }) => {
    Object.assign(properties.bidDate ?? {}, forManagers);
  });
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp(
      [
        carLot("past", { auctionDate: "2026-11-18T10:00:00+09:00" }),
        carLot("future"),
      ],
      copy,
    );
  });
  const bidInfo = async (sourceId: string) => {
    const id = await test.idOf(sourceId);
    const { body } = await test.get(`/auction/detail?id=${id}`);
    return (body.detail as { bidInfo: Record<string, unknown> }).bidInfo;
  };

  it("has the same bid information before and after a hidden auction time", async () => {
    const past = await bidInfo("past");
    expect(past).toEqual(await bidInfo("future"));
    expect(past).toMatchObject({
      acceptBid: true,
      auctionFinished: false,
      biddingDeadline: null,
      cancellationAllowed: true,
    });
  });

  it("hides the fields of the viewer's bid that lists hide", async () => {
    const lotId = await test.idOf("future");
    const session = await signIn(test, "client");
    const placed = await test.call({
      method: "POST",
      url: "/api/bid/create",
      payload: { carId: lotId, amount: 200_000, bidType: 1, confirm: 1 },
      ...session,
    });
    const { result } = placed.json<{ result: { bidId: string } }>();
    expect(await bidInfo("future")).toMatchObject({
      myBid: result.bidId,
      myBidAmount: null,
      myBidDate: null,
      bidStatusId: 1,
    });
  });

  it("accepts bids while a hidden status is unknown to the viewer", () => {
    const viewer = {
      userId: "1",
      userType: 2,
      userLevel: 1064,
      roleId: 1064,
      permissions: { biddingAllowed: true },
    };
    const now = new Date("2026-11-18T10:50:00+09:00");
    const info = lotBidInfo({}, { area: "auction", viewer, now });
    expect(info).toMatchObject({ acceptBid: true, auctionFinished: false });
  });

  it("accepts an order after the day since when a car at a fixed price is available", () => {
    const viewer = {
      userId: "1",
      userType: 2,
      userLevel: 1064,
      roleId: 1064,
      permissions: { biddingAllowed: true },
    };
    const now = new Date("2026-11-18T10:50:00+09:00");
    const row = { status: 4532, auctionDate: "2026-11-01T09:00:00+09:00" };
    const accepts = (area: "auction" | "stock") =>
      lotBidInfo(row, { area, viewer, now }).acceptBid;
    expect(accepts("stock")).toBe(true);
    expect(accepts("auction")).toBe(false);
  });
});
