import { beforeAll, describe, expect, it } from "vitest";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { signIn } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const engine = "Engine:5#Radiator-Rust Lv1,-";
const bike = {
  maker: "HONDA",
  model: "CBR400R",
  year: 2014,
  mileage: 11_265,
  mileageNote: "7000M",
  engine: 400,
  grade: "ABS",
  color: "RED",
  serial: "NC47-1000398",
  startPrice: 100_000,
  info: "<b>改造あり</b>",
  parts: "No Part",
  inspection: "completed",
  rateEngine: 5,
  rateFront: 6,
  rates: [engine, ""],
  ratePhotos: ["/a.jpg#/b.jpg", ""],
  videos: ["/r.mp4", "/l.mp4"],
  inspectionItems: ["A-Engine noise: OK", "B-Key: Missing"],
};

describe("the page of a bike", () => {
  const copy = declaredCopy();
  copy.editRow("bike", ({ properties }) => {
    for (const name of ["videos", "ratePhotos", "rateFront"])
      Object.assign(properties[name] ?? {}, {
        "x-access": { roles: ["manager"] },
      });
  });
  let test: CatalogApp;
  let manager: { cookies: Record<string, string> };
  let client: { cookies: Record<string, string> };
  beforeAll(async () => {
    test = await catalogApp([], copy);
    await inTransaction(test.context.database, async (trx) => {
      await writeLots(trx, "bikes", [carLot("bike", bike), carLot("bare")]);
      await writeLots(trx, "bike-stats", [
        carLot("past", { ...bike, status: 4533, soldPrice: 150_000 }),
      ]);
    });
    manager = await signIn(test, "manager");
    client = await signIn(test, "client");
  });
  const detail = async (
    sourceId: string,
    { session = manager, area = "bikes" } = {},
  ) => {
    const url = `/api/${area}/detail?id=${await test.idOf(sourceId)}`;
    const reply = await test.call({ method: "GET", url, ...session });
    expect(reply.statusCode).toBe(200);
    return reply.json<{ detail: Record<string, Record<string, unknown>> }>()
      .detail;
  };

  it("has the sections of a bike and its inspection as the source writes it", async () => {
    const found = await detail("bike");
    expect(found).toMatchObject({
      bikeCommonDetail: { lotNumber: "1bike", info: bike.info, comment: null },
      lotInfo: { lotNumber: "1bike", status: 4532 },
      bikeInfo: {
        maker: "HONDA",
        model: "CBR400R",
        year: 2014,
        serial: "NC47-1000398",
        mileage: 11_265,
        mileageNote: "7000M",
      },
      bikeSpecification: { grade: "ABS", color: "RED", engineCC: 400 },
      lotImages: { images: ["/a.svg", "/b.svg"] },
      bidInfo: { startPrice: 100_000, acceptBid: true },
      wishList: [],
      inspection: {
        videos: "/r.mp4#/l.mp4",
        list: "A-Engine noise: OK#B-Key: Missing",
        rate: [
          { txt: engine, img: "/a.jpg#/b.jpg" },
          { txt: "Front:6#", img: "" },
        ],
      },
      added: { parts: "No Part", inspection: "completed" },
    });
    expect(found).not.toHaveProperty("added.rates");
    expect(found).not.toHaveProperty("added.rateEngine");
  });

  it("leaves out the fields that its viewer may not see", async () => {
    const { inspection } = await detail("bike", { session: client });
    expect(inspection).toEqual({
      videos: "",
      list: "A-Engine noise: OK#B-Key: Missing",
      rate: [{ txt: engine, img: "" }],
    });
    expect(await detail("bare")).toMatchObject({ inspection: null });
  });

  it("takes no bids in the statistics", async () => {
    expect(await detail("past", { area: "bike-stats" })).toMatchObject({
      bidInfo: { soldPrice: 150_000, acceptBid: false, auctionFinished: true },
    });
  });

  it("shows the note of a manager and the bid of its viewer", async () => {
    const carId = await test.idOf("bike");
    await test.call({
      method: "POST",
      url: "/api/car-auction/save-comment",
      payload: { carId, comment: "Ask for the second key" },
      ...manager,
    });
    const placed = await test.call({
      method: "POST",
      url: "/api/bid/create",
      payload: {
        carId,
        lotType: "bikes",
        amount: 120_000,
        bidType: 1,
        confirm: 1,
      },
      ...client,
    });
    expect(placed.json()).toMatchObject({ success: true });
    expect(await detail("bike", { session: client })).toMatchObject({
      bikeCommonDetail: {
        comment: "Ask for the second key",
        commentEditable: false,
      },
      bidInfo: { myBidAmount: 120_000, bidStatusId: 1 },
    });
  });
});
