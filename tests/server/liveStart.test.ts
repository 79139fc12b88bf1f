import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { announceChange } from "../../server/platform/changes";
import { signIn, testApp } from "../support/app";
import { eventually } from "../support/eventually";
import { readLive } from "../support/liveReader";

it("answers other requests while streams wait for writers, and ends all streams when it stops", async () => {
  const stopping = await testApp({ environment: { MAX_CONCURRENCY: "2" } });
  await stopping.app.listen({ port: 0, host: "127.0.0.1" });
  const address = stopping.app.server.address() as AddressInfo;
  const { cookies } = await signIn(stopping, "client");
  const writing = await stopping.context.database.kysely
    .startTransaction()
    .execute();
  await announceChange(writing, "lots");
  let arrived = 0;
  stopping.app.server.on("request", () => {
    arrived += 1;
  });
  const opening = Promise.all(
    ["1", "2"].map(() => readLive({ port: address.port, cookies })),
  );
  await eventually(() => {
    expect(arrived).toBe(2);
  });
  await eventually(async () => {
    const url = "/api/user/view-profile";
    expect((await stopping.call({ url, cookies })).statusCode).toBe(200);
  });
  await writing.rollback().execute();
  const [reader] = await opening;
  if (reader?.status !== 200) throw new Error("The stream was not opened");
  await stopping.app.close();
  await eventually(() => {
    expect(reader.isEnded()).toBe(true);
  });
});
