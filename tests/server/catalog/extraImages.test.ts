import { beforeAll, describe, expect, it } from "vitest";
import {
  extraImagesJob,
  type ExtraImagePorts,
} from "../../../server/catalog/extraImages/extraImagesJob";
import { signIn } from "../../support/app";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const demoPhoto = "/api/photos/suv-black-front.svg";
const numbers = Array.from({ length: 11 }, (_, index) => String(index));

describe("the extra images of a USS lot", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp([
      carLot("demo", { images: [demoPhoto] }),
      carLot("plain"),
      carLot("failing"),
      carLot("other", { auctionName: "JU Gifu" }),
      ...numbers.map((number) => carLot(`many${number}`)),
    ]);
    await enter("2026-11-18T10:50:00+09:00");
  });
  let session: { cookies: Record<string, string> };
  const enter = async (time: string) => {
    test.setNow(time);
    session = await signIn(test, "client");
  };
  const ask = async (sourceId: string) => {
    const reply = await test.call({
      url: `/api/car-auction/uss-images?id=${await test.idOf(sourceId)}`,
      headers: { "sec-fetch-site": "same-origin" },
      ...session,
    });
    return {
      status: reply.statusCode,
      body: reply.json<Record<string, unknown>>(),
    };
  };
  const runJob = (
    ports: Partial<ExtraImagePorts> = {},
    { signal } = new AbortController(),
  ) =>
    extraImagesJob({
      ...test.context,
      ports: { ...test.context.ports, ...ports },
    }).run(signal);

  it("arrive 30 seconds after the first request, which is made only once", async () => {
    const first = await ask("demo");
    expect(first.body).toMatchObject({ state: "waiting", left: 9, images: [] });
    expect(await runJob()).toBe(0);
    test.wait(30_000);
    expect(await runJob()).toBe(1);
    const { body } = await ask("demo");
    expect(body).toMatchObject({ state: "done", left: 9 });
    expect(body.images).toContain("/api/photos/suv-black-wheel.svg");
    expect(body.images).not.toContain(demoPhoto);
    const id = await test.idOf("demo");
    const lot = await test.get(`/auction/detail?id=${id}`);
    expect(lot.body).toMatchObject({
      detail: { carCommonDetail: { extraImages: { state: "done", left: 9 } } },
    });
  });

  it("are an empty list if the source has no images", async () => {
    await ask("plain");
    test.wait(30_000);
    await runJob();
    expect((await ask("plain")).body).toMatchObject({
      state: "done",
      images: [],
    });
  });

  it("are requested again after a failure of the source, which does not count", async () => {
    const lots: unknown[] = [];
    const failing = {
      extraImagesOf: async (lot: unknown) => {
        lots.push(lot);
        throw new Error("The source is closed");
      },
    };
    const { body } = await ask("failing");
    test.wait(30_000);
    for (let run = 0; run < 3; run += 1) {
      expect(await runJob(failing)).toBe(1);
      expect(await runJob(failing)).toBe(0);
      test.wait(10_000);
    }
    expect(lots).toHaveLength(3);
    expect(lots[0]).toEqual({ source: "test", sourceId: "failing" });
    const id = await test.idOf("failing");
    const page = await test.get(`/auction/detail?id=${id}`);
    expect(page.body).toMatchObject({
      detail: {
        carCommonDetail: {
          extraImages: { state: "waiting", left: Number(body.left) + 1 },
        },
      },
    });
    expect(await ask("failing")).toMatchObject({
      status: 502,
      body: { messageCode: "extra_images_failed" },
    });
    expect((await ask("failing")).body).toEqual(body);
  });

  it("wait for the next start if the program stops during the call", async () => {
    test.wait(30_000);
    const stopping = new AbortController();
    const extraImagesOf = async () => {
      stopping.abort();
      throw new Error("aborted");
    };
    await runJob({ extraImagesOf }, stopping);
    expect(await runJob()).toBe(1);
    expect((await ask("failing")).body).toMatchObject({ state: "done" });
  });

  it("are for USS lots only", async () => {
    expect((await ask("other")).status).toBe(404);
  });

  it("are limited to ten requests a day in Japan, also in parallel", async () => {
    await enter("2026-11-19T10:00:00+09:00");
    const replies = await Promise.all(
      numbers.map((number) => ask(`many${number}`)),
    );
    const codes = replies.map(({ status }) => status).sort();
    expect(codes).toEqual([...Array<number>(10).fill(200), 422]);
    await enter("2026-11-20T00:00:01+09:00");
    const refused = replies.findIndex(({ status }) => status === 422);
    expect((await ask(`many${refused}`)).status).toBe(200);
  });
});
