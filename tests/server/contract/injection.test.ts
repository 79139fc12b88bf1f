import { sql } from "kysely";
import { expect, it } from "vitest";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp } from "../../support/app";
import { carLot } from "../catalog/support/catalogApp";

const server = await testApp();
const { database, workspace } = server.context;
await inTransaction(database, (trx) =>
  writeLots(
    trx,
    "auction",
    ["1", "2", "3"].map((id) => carLot(id)),
  ),
);
const sessions = {
  admin: await signIn(server, "admin"),
  dealer: await signIn(server, "dealer"),
};

/** Each would match every row, fail or drop the table if it became part of the SQL. */
const injections = [
  "' or '1'='1",
  "%' or 1=1 --",
  "\\' or 1=1 --",
  "'; drop table lots; --",
  "1) or (1=1",
  "$1",
];

const searched = workspace
  .resources()
  .flatMap(({ name, access, calls, search }) =>
    (search?.parameters ?? []).map(({ value }) => ({
      name,
      // Some lists are for clients and dealers alone.
      session:
        access?.roles?.includes("admin") === false
          ? sessions.dealer
          : sessions.admin,
      path: calls.list.path,
      total: calls.list.total,
      parameter: value,
      send: search?.send ?? [],
    })),
  );

it.each(searched)(
  "treats SQL as the text to find: $name by $parameter",
  async ({ session, path, parameter, send }) => {
    const [by = "", text = ""] = send;
    for (const injection of injections) {
      const query = new URLSearchParams({ [by]: parameter, [text]: injection });
      const reply = await server.call({
        url: `/api${path}?${query.toString()}`,
        ...session,
      });
      expect([200, 400]).toContain(reply.statusCode);
      if (reply.statusCode === 200)
        expect(reply.json()).toMatchObject({
          pageInfo: { totalSearchResults: 0 },
        });
    }
    const { rows } = await sql`select count(*)::integer as n from lots`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: 3 }]);
  },
);

it("searches at least one list", () => {
  expect(searched.length).toBeGreaterThan(2);
});
