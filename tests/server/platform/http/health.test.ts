import { sql } from "kysely";
import { expect, it } from "vitest";
import { runWriting } from "../../../../server/platform/deadline";
import { signIn, testApp } from "../../../support/app";

const server = await testApp();
const { database } = server.context;
const { cookies } = await signIn(server, "client");

/** Sets it for the connection for reads and for the connection for writes. */
const setReadOnly = async (state: "on" | "off") => {
  for (const isWrite of [false, true])
    await runWriting(isWrite, () =>
      sql`set default_transaction_read_only = ${sql.raw(state)}`.execute(
        database.kysely,
      ),
    );
};
const write = () =>
  server.call({
    method: "PUT",
    url: "/api/user/update-setting",
    payload: { language: 692 },
    cookies,
  });
const read = () => server.call({ url: "/api/user/view-profile", cookies });
const ready = () => server.call({ url: "/api/ready" });

it("is not ready while the storage takes no writes, and recovers without a restart", async () => {
  expect((await ready()).statusCode).toBe(200);
  await setReadOnly("on");
  const refused = await write();
  expect(refused.statusCode).toBe(507);
  expect(refused.json()).toMatchObject({ messageCode: "storage_full" });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ready()).statusCode).toBe(503);
  expect((await read()).statusCode).toBe(200);
  expect((await server.call({ url: "/api/health" })).statusCode).toBe(200);

  await setReadOnly("off");
  expect((await ready()).statusCode).toBe(200);
  expect((await write()).statusCode).toBe(200);
});
