import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { writeLots } from "../../../server/catalog";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

describe("a car lot in full", () => {
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

  it("has the data of the lot in its groups", async () => {
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

  it("takes no bid once the lot is sold", async () => {
    expect(await detail("sold")).toMatchObject({
      bidInfo: {
        soldPrice: 500_000,
        acceptBid: false,
        auctionFinished: true,
      },
    });
  });

  it("leaves what is not known empty", async () => {
    expect(await detail("bare")).toMatchObject({
      carCommonDetail: { isUss: false },
      lotInfo: { auctionName: null, auctionDate: null, condition: null },
      carInfo: { year: null, mileage: null },
      bidInfo: { biddingDeadline: null },
    });
  });

  it("answers a lot of another area as one that does not exist", async () => {
    const foreign = await test.get(
      `/auction/detail?id=${await test.idOf("stock")}`,
    );
    const missing = await test.get("/auction/detail?id=999999999999999");
    expect(foreign.status).toBe(404);
    const { requestId: _foreign, ...foreignBody } = foreign.body;
    const { requestId: _missing, ...missingBody } = missing.body;
    expect(foreignBody).toEqual(missingBody);
  });

  it("refuses what is no id", async () => {
    for (const id of ["", "0", "-1", "1e3", "abc", "1 or 1=1"]) {
      const query = `id=${encodeURIComponent(id)}`;
      const { status } = await test.get(`/auction/detail?${query}`);
      expect({ id, status }).toEqual({ id, status: 400 });
    }
  });
});
