import { describe, expect, it } from "vitest";
import type { BidListReply } from "../../../../generated/schemas";
import { placeBid } from "../../../../server/bidding/placeBid";
import { testApp } from "../../../support/app";
import { addClient, addLots, bidOn, noon } from "../../bidding/support";
import { signInAll } from "./callers";
import { redeclarer } from "./redeclare";

const server = await testApp({ now: noon });
const { context } = server;
const viewer = await addClient(context.database);
for (const carId of await addLots(context.database, 3))
  await placeBid(context, {
    client: { viewer, fullName: "" },
    body: bidOn(carId),
    key: null,
  });
const ask = await signInAll(server);
const redeclare = redeclarer(server, "bid-manager");
const notForManagers = { roles: ["admin" as const] };

const list = "/bid/index";
const read = async (caller: "manager" | "admin", query = "") => {
  const { status, reply } = await ask(caller, `${list}?${query}`);
  return { status, ...reply.json<BidListReply>() };
};

describe("a hidden tab", () => {
  it("has no counter, and its value opens no list", async () => {
    redeclare({
      change: (resource) => ({
        ...resource,
        tabs: resource.tabs && {
          ...resource.tabs,
          values: resource.tabs.values.map((tab) =>
            tab.value === "1" ? { ...tab, access: notForManagers } : tab,
          ),
        },
      }),
    });
    const { counters, pageInfo } = await read("manager");
    expect(counters.map(({ status }) => status)).not.toContain("1");
    expect(pageInfo.totalSearchResults, "rows are no tab's secret").toBe(3);
    expect((await read("manager", "bidStatus=1")).status).toBe(400);
    const admin = await read("admin", "bidStatus=1");
    expect(admin.counters).toContainEqual({ status: "1", count: 3 });
    expect(admin.cars).toHaveLength(3);
  });
});

describe("a field that every bid must have", () => {
  it("is cut like any other, with the tabs and counters that stand on it", async () => {
    const { bidStatus } = context.schemas.row("bid").properties;
    redeclare({
      fields: { bidStatus: { ...bidStatus, "x-access": notForManagers } },
    });
    const { status, cars, counters } = await read("manager");
    expect(status).toBe(200);
    expect(cars).toHaveLength(3);
    expect(cars[0]).not.toHaveProperty("bidStatus");
    expect(counters).toEqual([]);
    expect((await read("manager", "bidStatus=1")).status).toBe(400);
    expect((await read("admin")).cars[0]?.bidStatus).toBe(1);
  });
});
