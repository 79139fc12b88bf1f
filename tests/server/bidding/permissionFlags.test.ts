import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import type { PermissionFlag } from "../../../domain/access";
import permission from "../../../schemas/permission.json";
import { testApp, signInAnew, type Account } from "../../support/app";
import { addLot } from "./support";

const server = await testApp();
const { kysely } = server.context.database;

/** A car at the auction that nobody has bid on yet. */
const newLot = (fields: Parameters<typeof addLot>[1] = {}) =>
  addLot(server.context.database, {
    auctionDate: "2026-11-20T15:00:00+09:00",
    startPrice: 300_000,
    ...fields,
  });

type Guarded = {
  account: Account;
  /** The code with which the call is refused. */
  code: string;
  /** `held` for flags that switch a check on. */
  refusedWhen: "missing" | "held";
  call: () => InjectOptions | Promise<InjectOptions>;
  /** Other flags that the account has in this test. */
  others?: Partial<Record<PermissionFlag, boolean>>;
};

const reads = (account: Account, url: string): Guarded => ({
  account,
  code: "forbidden",
  refusedWhen: "missing",
  call: () => ({ url: `/api${url}` }),
});

/** A call about a lot by a page of this site, because some of them change state. */
const readsLot = (url: string): Guarded => ({
  ...reads("client", url),
  call: async () => ({
    url: `/api${url}${await newLot()}`,
    headers: { "sec-fetch-site": "same-origin" },
  }),
});

const managerWrites = (
  url: string,
  payload: object,
  method: "PUT" | "POST" = "PUT",
): Guarded => ({
  account: "manager",
  code: "forbidden",
  refusedWhen: "missing",
  call: () => ({ method, url: `/api${url}`, payload }),
  others: { bidManagementEnabled: true },
});

const bids = (
  code: string,
  refusedWhen: Guarded["refusedWhen"],
  {
    lot,
    ...body
  }: {
    bidType?: number;
    amount?: number;
    lot?: Parameters<typeof newLot>[0];
  } = {
    bidType: 1,
  },
): Guarded => ({
  account: "client",
  code,
  refusedWhen,
  call: async () => ({
    method: "POST",
    url: "/api/bid/create",
    payload: {
      carId: await newLot(lot),
      lotType: "auction",
      amount: 300_000,
      confirm: 1,
      ...body,
    },
  }),
});

/** Returns the id of a bid by a client of the dealer. */
async function bidOfClient(): Promise<string> {
  await kysely
    .updateTable("users")
    .set({ dealer_id: server.ids["dealer@seriba.test"] })
    .where("email_key", "=", "client@seriba.test")
    .execute();
  const reply = await server.call({
    ...(await bids("", "missing").call()),
    ...(await signInAnew(server, "client")),
  });
  return reply.json<{ result: { bidId: string } }>().result.bidId;
}

const status = { bidId: "999999", status: 2 };

/** For each flag a call that it decides. */
const guarded = {
  carAuctionsView: reads("client", "/auction/listing"),
  salesStatisticsView: reads("client", "/stats/listing"),
  onepriceView: reads("client", "/stock/listing"),
  bikeView: reads("client", "/bikes/listing"),
  dealerBidAccess: {
    account: "dealer",
    code: "not_found",
    refusedWhen: "missing",
    call: async () => ({ url: `/api/bid/chat?bidId=${await bidOfClient()}` }),
  },
  shareCar: readsLot("/auction/password?carId="),
  auctionTranslationUse: readsLot("/car-auction/image-translate?id="),
  downloadPhotos: readsLot("/car-auction/download-images?id="),
  biddingAllowed: bids("restricted_user", "missing"),
  exportTypeShow: bids("required_field", "held", {}),
  exportTypeOptional: bids("required_field", "missing", {}),
  bidDeadlineCheck: bids("bidding_closed", "held", {
    bidType: 1,
    lot: { auctionDate: "2026-11-20T11:00:00+09:00" },
  }),
  creditLimitCheck: bids("insufficient_credit", "held", {
    bidType: 1,
    amount: 90_000_000,
  }),
  dailyBidLimitCheck: bids("bid_limit", "held"),
  ussLimitCheck: bids("uss_limit", "held", {
    bidType: 1,
    lot: { auctionName: "USS Kobe" },
  }),
  managerBidForClient: managerWrites(
    "/bid/bid-from-manager",
    { userId: "999999", carId: "999999", amount: 300_000, confirm: 1 },
    "POST",
  ),
  bidManagementEnabled: managerWrites("/bid/update-bid-status", status),
  bidManageStatus: managerWrites("/bid/update-bid-status", status),
  bidManageBidPrice: managerWrites("/bid/update-bid-price", {
    jasId: "999999",
    amount: 300_000,
  }),
  bidManageSoldPrice: managerWrites("/bid/update-sold-price", {
    bidId: "999999",
    soldPrice: 300_000,
  }),
  adjustmentPriceShow: managerWrites("/bid/update-adjustment-price", {
    bidId: "999999",
    adjustmentPrice: 5_000,
  }),
  correctOutcome: managerWrites("/bid/correct-outcome", {
    bidId: "999999",
    version: 1,
    outcome: "notSold",
    price: null,
    reason: "The partner's letter",
  }),
  moneyManage: managerWrites(
    "/payments/reversal",
    { transferId: "999999", reason: "Posted twice" },
    "POST",
  ),
  moneyClose: reads("manager", "/payments/open-months"),
} satisfies Partial<Record<PermissionFlag, Guarded>>;

/** What is shown, and no call. Invoices do not exist yet. */
const presentation: readonly PermissionFlag[] = [
  "bidsTodayDefault",
  "lastHourBidWarning",
  "downloadInvoice",
];

describe("the permission flags", () => {
  it("each guard a call, or are named as presentation", () => {
    expect([...Object.keys(guarded), ...presentation].toSorted()).toEqual(
      Object.keys(permission.properties).toSorted(),
    );
  });

  it.each(Object.entries<Guarded>(guarded))(
    "%s decides whether its call is refused",
    async (flag, { account, code, refusedWhen, call, others }) => {
      const codeWith = async (isHeld: boolean) => {
        const email = `${account}@seriba.test`;
        const user = await kysely
          .selectFrom("users")
          .where("email_key", "=", email)
          .select(["id", "permissions"])
          .executeTakeFirstOrThrow();
        const permissions = { ...user.permissions, ...others, [flag]: isHeld };
        await kysely
          .updateTable("users")
          .set({ permissions: JSON.stringify(permissions) })
          .where("id", "=", user.id)
          .execute();
        await kysely
          .updateTable("accounts")
          .set(limitsFor(flag))
          .where("user_id", "=", user.id)
          .execute();
        const session = await signInAnew(server, account);
        const reply = await server.call({ ...(await call()), ...session });
        await kysely
          .updateTable("users")
          .set({ permissions: JSON.stringify(user.permissions) })
          .where("id", "=", user.id)
          .execute();
        return reply.json<{ messageCode?: string }>().messageCode;
      };
      const isRefusedWhenHeld = refusedWhen === "held";
      expect(await codeWith(isRefusedWhenHeld)).toBe(code);
      expect(await codeWith(!isRefusedWhenHeld)).not.toBe(code);
    },
  );
});

/** No bid is left of the limit that a flag checks. */
const limitsFor = (flag: string) => ({
  daily_bid_limit: flag === "dailyBidLimitCheck" ? 0 : 1_000,
  daily_uss_limit: flag === "ussLimitCheck" ? 0 : 1_000,
});
