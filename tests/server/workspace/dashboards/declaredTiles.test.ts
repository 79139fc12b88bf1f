import { beforeAll, describe, expect, it } from "vitest";
import { listCall } from "../../../../domain/listing/call";
import { readUrl } from "../../../../domain/listing/url";
import { valueAt } from "../../../../domain/formats";
import type { Dashboard } from "../../../../domain/dashboard";
import type { Resource, RowSchema } from "../../../../domain/resource";
import { bidStatuses } from "../../../../domain/bidStatus";
import { lotStatuses } from "../../../../domain/lotStatus";
import type { Updateable } from "kysely";
import { insertFavorite } from "../../../../server/catalog/favorites/favoriteQueries";
import { inTransaction } from "../../../../server/platform/database";
import type { Tables } from "../../../../server/platform/database/tables";
import type {
  DashboardReply,
  DashboardTile,
  WorkspaceReply,
} from "../../../../generated/schemas";
import { seedBids } from "../../../../server/demo/seedBids";
import {
  signIn,
  testApp,
  type Account,
  type TestApp,
} from "../../../support/app";
import { demoRoot } from "../../../support/demoRoot";
import { addLots } from "../../bidding/support";
import { addPurchases, purchaseData } from "../../purchases/addPurchases";

const roles = ["client", "dealer", "manager", "admin"] as const;

describe("the tiles of the declared dashboard", () => {
  let test: TestApp;
  const seen = new Map<string, DashboardTile[]>();

  beforeAll(async () => {
    test = await testApp();
    await addRows(test);
    for (const role of roles)
      seen.set(role, (await read<DashboardReply>(role, dashboardUrl)).tiles);
  });

  async function read<Reply>(role: Account, url: string): Promise<Reply> {
    const session = await signIn(test, role);
    const reply = await test.call({ ...session, url: `/api${url}` });
    expect({ url, status: reply.statusCode }).toEqual({ url, status: 200 });
    return reply.json<Reply>();
  }

  it.each(roles)(
    "equal the lists behind their links for a %s",
    async (role) => {
      const { resources, schemas } = await read<WorkspaceReply>(
        role,
        "/workspace",
      );
      const listAt = async (address: string) => {
        const [route, search = ""] = address.split("?");
        const resource = (resources as unknown as Resource[]).find(
          (list) => list.route === route,
        );
        const row = schemas[resource?.row ?? ""] as unknown as RowSchema;
        if (!resource) throw new Error(`No list is at ${address}`);
        const { state, dropped } = readUrl(resource, row, search);
        expect({ address, dropped }).toEqual({ address, dropped: [] });
        const { list } = resource.calls;
        const query = new URLSearchParams(listCall(resource, state));
        const reply = await read<Record<string, unknown>>(
          role,
          `${list.path}?${query.toString()}`,
        );
        return {
          total: valueAt(reply, list.total.split(".")),
          rows: valueAt(reply, list.rows.split(".")) as unknown[],
          totals: valueAt(reply, [
            typeof list.totals === "string" ? list.totals : "totals",
          ]),
        };
      };
      const tiles = seen.get(role) ?? [];
      expect(tiles.length).toBeGreaterThan(0);
      for (const tile of tiles) {
        const { id, to, total, rows, groups, sum } = tile;
        expect({ id, error: tile.error }).toEqual({ id, error: undefined });
        const list = await listAt(to);
        expect({ id, total }).toEqual({ id, total: list.total });
        if (rows) expect(rows).toEqual(list.rows.slice(0, rows.length));
        if (sum !== undefined)
          expect(Object.values(list.totals as object)).toContain(sum);
        for (const group of groups ?? []) {
          const own = await listAt(group.to);
          expect({ id, ...group }).toEqual({ id, ...group, count: own.total });
        }
      }
    },
  );

  it("have rows in this test for each tile of some role", () => {
    const empty = new Set(declared().tiles.map(({ id }) => id));
    for (const { id, total, sum } of [...seen.values()].flat())
      if ((total ?? 0) > 0 || sum !== undefined) empty.delete(id);
    expect([...empty]).toEqual([]);
  });

  const declared = (): Dashboard => {
    const [dashboard] = test.context.workspace.dashboards();
    if (!dashboard) throw new Error("No dashboard is declared");
    return dashboard;
  };

  it("belong to the lists of their viewer", () => {
    const idsOf = (role: string) => seen.get(role)?.map(({ id }) => id) ?? [];
    expect(idsOf("client")).toContain("ownClosing");
    expect(idsOf("client")).not.toContain("byHour");
    expect(idsOf("dealer")).toContain("dealerClients");
    expect(idsOf("dealer")).not.toContain("ownReview");
    expect(idsOf("manager")).toContain("byHouse");
    expect(idsOf("manager")).not.toContain("failedJobs");
    expect(idsOf("admin")).toEqual(
      expect.arrayContaining([...idsOf("manager"), "failedJobs"]),
    );
  });
});

const dashboardUrl = "/dashboard?name=today";
const today = "2026-11-20T14:00:00+09:00";

/** Adds at least one row of each kind that the tiles count. */
async function addRows(server: TestApp): Promise<void> {
  const { context, ids } = server;
  const { database } = context;
  const { kysely } = database;
  await addLots(database, 60, { auctionDate: today, startPrice: 170_000 });
  await addLots(database, 60, {
    auctionDate: "2026-11-19T10:00:00+09:00",
    status: lotStatuses.sold,
    startPrice: 100_000,
    soldPrice: 223_000,
  });
  await seedBids({ ...context, root: await demoRoot() });
  const client = String(ids["client@seriba.test"]);
  const unpaid = { moneyState: "invoiced", paymentDue: "2026-11-21" };
  await addPurchases(server, [
    purchaseData(server, 9_001, { ...unpaid, carState: "inYard" }),
    purchaseData(server, 9_002, {
      carState: "won",
      purchaseDate: "2026-11-17",
    }),
  ]);
  await kysely
    .updateTable("bids")
    .set({ client_unread: true, dealer_unread: true, agent_unread: true })
    .execute();
  const [toDecide, order] = await kysely
    .selectFrom("bids")
    .select("id")
    .where("bid_status", "=", bidStatuses.new)
    .limit(2)
    .execute();
  const change = (id: string | undefined, values: Updateable<Tables["bids"]>) =>
    kysely
      .updateTable("bids")
      .set(values)
      .where("id", "=", String(id))
      .execute();
  await change(toDecide?.id, {
    needs_decision: true,
    decision_reason: "overdue",
  });
  await change(order?.id, { lot_area: "stock" });
  const lot = await kysely
    .selectFrom("lots")
    .select("id")
    .where("auction_day", "=", "2026-11-20")
    .limit(1)
    .executeTakeFirstOrThrow();
  await inTransaction(database, (trx) =>
    insertFavorite(
      trx,
      { userId: client, group: "A", lotId: lot.id },
      { area: "auction", now: context.clock.now() },
    ),
  );
  const at = context.clock.now();
  await kysely
    .insertInto("alerts")
    .values({
      user_id: client,
      kind: "new-lots",
      title: "TOYOTA",
      list_type: "auction",
      search_id: null,
      lot_id: null,
      total: 3,
      lots: "[]",
      auction_at: null,
      price: null,
      at,
    })
    .execute();
  await kysely
    .insertInto("job_runs")
    .values({
      job: "send-mails",
      started_at: at,
      ended_at: at,
      attempt: 1,
      outcome: "failed",
      handled: 0,
      error: "No connection",
    })
    .execute();
  await kysely
    .insertInto("outbox")
    .values({
      user_id: client,
      kind: "alerts",
      data: "{}",
      created_at: at,
      state: "failed",
      due_at: null,
      sent_at: null,
      error: "No such mailbox",
    })
    .execute();
}
