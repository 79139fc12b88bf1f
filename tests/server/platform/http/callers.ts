import type { Account } from "../../../support/app";

/** Calls that need no session. */
export const publicCalls: readonly string[] = [
  "GET /auth/reset-password",
  "GET /auth/reset-password-token-verify",
  "GET /auth/sso-waiting",
  "GET /auth/update",
  "GET /company/page",
  "GET /health",
  "GET /ready",
  "GET /receipts/keys",
  "GET /seals/head",
  "GET /share/:id/image",
  "GET /site/get-country-list",
  "GET /site/get-language",
  "GET /site/week-days",
  "POST /auth",
  "POST /auth/factor",
  "POST /auth/logout",
  "POST /auth/passkey",
  "POST /auth/passkey-options",
  "POST /auth/reset-password-verify",
  "POST /auth/signup",
  "POST /auth/sso",
  "POST /auth/sso-end",
  "POST /auth/verification-mail",
  "POST /auth/verify-email",
  "POST /errors",
  "POST /mails/stop",
  "POST /prices/shared-quote",
  "POST /prices/shared-quote/pdf",
  "POST /receipts/verify",
  "POST /share",
];

/** Tables of rates and days, which only managers read. */
const rateLists = [
  ...["agent-fees", "auction-fees", "currency-rates", "holidays"],
  ...["inland-rates"],
  ...["other-charges", "vehicle-sizes"],
];

/** Lists of managers alone. */
const managed = [...rateLists, "shipments"];

/** The calls that change a table and read its history. */
const writesOf = (list: string) => [
  `POST /lists/${list}`,
  `DELETE /lists/${list}/:id`,
  `PUT /lists/${list}/:id`,
  `GET /lists/${list}/:id/history`,
  `GET /lists/${list}/import`,
  `POST /lists/${list}/import`,
  `POST /lists/${list}/import/:batch/undo`,
];

/** Calls that not every signed-in account may make, by the accounts that may. */
const limitedCalls: readonly (readonly [string, readonly string[]])[] = [
  [
    "admin",
    [
      "PUT /bid/correct-outcome",
      "GET /jobs",
      "GET /jobs/filters",
      "GET /lists/company",
      "POST /lists/company",
      "GET /lists/company/:id",
      "PUT /lists/company/:id",
      "GET /lists/company/:id/history",
      "GET /lists/files",
      "GET /lists/files/filters",
      "GET /lists/information",
      "POST /lists/information",
      "DELETE /lists/information/:id",
      "GET /lists/information/:id",
      "PATCH /lists/information/:id",
      "PUT /lists/information/:id",
      "GET /lists/information/:id/history",
      "GET /lists/information/filters",
      "GET /lists/purchase-deadlines",
      "POST /lists/purchase-deadlines",
      "GET /lists/purchase-deadlines/:id",
      "PUT /lists/purchase-deadlines/:id",
      "GET /lists/purchase-deadlines/:id/history",
      "GET /lists/transfers",
      "GET /lists/transfers/filters",
      "GET /lists/transfers/export",
      "GET /outbox",
      "GET /outbox/:id",
      "GET /outbox/filters",
      "POST /purchased-cars/cancel",
      "POST /payments/charge",
      "POST /payments/close-month",
      "GET /payments/open-months",
      "POST /payments/remittance",
      "POST /payments/reversal",
      "GET /security",
      "GET /security/filters",
      "GET /users",
      "POST /users",
      "GET /users/:id",
      "PUT /users/:id",
      "POST /users/:id/password-link",
      "DELETE /users/:id/sso",
      "GET /users/dealers",
      "GET /users/filters",
      "GET /users/managers",
      "GET /workspace/changes",
      "POST /workspace/changes",
      "GET /workspace/changes/:id",
      "POST /workspace/check",
      "POST /workspace/preview",
      "GET /workspace/removed",
      "GET /workspace/resources",
      "GET /workspace/resources/:id",
    ],
  ],
  [
    "manager admin",
    [
      "POST /bid/bid-from-manager",
      "GET /bid/client-standing",
      "GET /bid/export-type",
      "GET /bid/index",
      "GET /bid/index/export",
      "GET /bid/logs",
      "PUT /bid/update-adjustment-price",
      "PUT /bid/update-auto-bid",
      "PUT /bid/update-bid-statuses",
      "PUT /bid/update-sold-price",
      "GET /bid/work",
      "POST /car-auction/save-comment",
      "GET /clients",
      "GET /clients/:id",
      "PUT /clients/:id",
      "GET /clients/export",
      "GET /clients/filters",
      "POST /lists/announcements",
      "DELETE /lists/announcements/:id",
      "PATCH /lists/announcements/:id",
      "PUT /lists/announcements/:id",
      "GET /lists/announcements/:id/history",
      "PUT /lists/purchased-cars/:id",
      "GET /lists/purchased-cars/:id/history",
      "PUT /lists/purchase-papers/:id",
      "GET /lists/purchase-papers/:id/history",
      "GET /lists/bid-manager/chart",
      "GET /lists/bid-manager/options/user",
      ...["country-rules", "freight", ...managed].flatMap(writesOf),
      "POST /lists/purchased-cars/paste",
      "PATCH /lists/shipments/:id",
      "POST /lists/shipments/paste",
      ...managed.flatMap((list) => [
        `GET /lists/${list}`,
        `GET /lists/${list}/:id`,
        `GET /lists/${list}/export`,
        `GET /lists/${list}/filters`,
      ]),
      "GET /user/search",
      "GET /users/clients",
    ],
  ],
  [
    "dealer",
    ["GET /bid/dealer", "GET /bid/dealer-clients", "GET /bid/dealer/export"],
  ],
  [
    "client restricted manager admin",
    [
      "PATCH /lists/purchased-cars/:id",
      "POST /lists/purchase-papers",
      "DELETE /lists/purchase-papers/:id",
    ],
  ],
  ["client restricted", ["GET /bid/my-bid", "GET /bid/my-bid/export"]],
  [
    "client dealer restricted",
    [
      "GET /payments/bank",
      "GET /payments/filters",
      "GET /payments/list",
      "GET /lists/payments/export",
      "GET /bid/group-order",
      "PUT /bid/group-order",
      "POST /lists/consignees",
      "DELETE /lists/consignees/:id",
      "PUT /lists/consignees/:id",
    ],
  ],
];

const callers = new Map(
  limitedCalls.flatMap(([accounts, names]) =>
    names.map((name) => [name, accounts.split(" ")] as const),
  ),
);

/** Returns whether the account may make the call, named by method and path. */
export const mayCall = (account: Account, name: string): boolean =>
  publicCalls.includes(name) || (callers.get(name)?.includes(account) ?? true);

/** The calls of the table. */
export const namedCalls: readonly string[] = [
  ...publicCalls,
  ...callers.keys(),
];
