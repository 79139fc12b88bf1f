import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse,
} from "fastify";
import { afterAll, expect } from "vitest";
import { createChangeHub } from "../../server/platform/changes";
import { createJobs } from "../../server/platform/jobs";
import { createLog } from "../../server/platform/log";
import { openMetrics } from "../../server/platform/metrics";
import type { Timeouts } from "../../server/platform/http/server";
import { buildApp } from "../../server/app";
import { statusesOf } from "../../server/platform/http/openApi";
import { concreteRoutes } from "../../server/platform/http/route";
import { seedDemoAccounts } from "./demoAccounts";
import { demoPassword } from "../../server/identity";
import { readConfig } from "../../server/platform/config";
import type { Database } from "../../server/platform/database";
import type { JsonSchema } from "../../server/platform/schemas/registry";
import type { Host } from "../../server/workspace/area";
import { createFormulas } from "../../server/workspace/computed/formulas";
import { keepTables } from "../../server/workspace/computed/keptTables";
import { createListingIndex } from "../../server/workspace/listing";
import { openAll } from "./areas";
import { declare } from "./declared";
import { patience, testDatabase } from "./database";
import { editableSchemas } from "./editableSchemas";

export type Account = "client" | "dealer" | "manager" | "restricted" | "admin";

export type TestApp = {
  app: FastifyInstance;
  context: Host;
  /** Sends a request; fails when the response violates its published schema. */
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Replaces a schema of the running program. */
  replaceSchema(schema: JsonSchema): void;
  /** Ids of the demo accounts by e-mail. */
  ids: Record<string, string>;
  setNow(time: string | Date): void;
  /** Moves the clock forward. */
  wait(milliseconds: number): void;
  /** Returns everything that the program has logged. */
  logged(): string;
};

/**
 * Starts the program over a new database with the demo accounts and a fixed
 * clock. It is closed when the test file ends.
 */
export async function testApp({
  now = "2026-11-20T10:42:00+09:00",
  environment = {},
  root = process.cwd(),
  timeouts,
  database: opened,
}: {
  now?: string;
  environment?: Record<string, string>;
  /** The folder of the declarations: the project or a copy that a test edits. */
  root?: string;
  /** Shorter times after which slow senders are disconnected. */
  timeouts?: Timeouts;
  /** A migrated database with the demo accounts, instead of a new one. */
  database?: Database;
} = {}): Promise<TestApp> {
  let time = new Date(now);
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => lines.push(line) });
  const declared = declare({ root, log });
  const { schemas, replaceSchema } = editableSchemas(declared.schemas);
  const clock = { now: () => time };
  const database = opened ?? (await testDatabase("accounts"));
  const config = readConfig({
    NODE_ENV: "test",
    KEYS_DIRECTORY: ":memory:",
    REQUEST_SECONDS: String(patience),
    ...environment,
  });
  const metrics = await openMetrics(config);
  const changes = createChangeHub({ database, log });
  const tables = keepTables({ database, changes, log });
  const formulas = createFormulas({ tables, clock });
  const context = openAll({
    config,
    metrics,
    root,
    database,
    changes,
    clock,
    log,
    jobs: createJobs({ database, clock, log, onRun: metrics?.jobRan }),
    index: createListingIndex({ database, clock, formulas }),
    ...declared,
    schemas,
  });
  const ids = await seedDemoAccounts(context);
  const app = await buildApp(context, { timeouts });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await changes.stop();
    await context.database.close();
  });
  return {
    app,
    context,
    replaceSchema,
    ids,
    call: async (options) => {
      const reply = await app.inject(options);
      expect(faultsOf(app, options, reply)).toEqual([]);
      return reply;
    },
    setNow: (next) => {
      openSessions.delete(app);
      time = new Date(next);
    },
    wait: (milliseconds) => {
      openSessions.delete(app);
      time = new Date(time.getTime() + milliseconds);
    },
    logged: () => lines.join(""),
  };
}

/** Returns the violations of the schema that the route declares for its reply. */
function faultsOf(
  { declaredRoutes, schemas }: FastifyInstance,
  { method = "GET", url }: InjectOptions,
  reply: LightMyRequestResponse,
): readonly unknown[] {
  const path = addressOf(url)
    .split("?")[0]
    ?.replace(/^\/api/, "");
  const definition = concreteRoutes(declaredRoutes).find(
    (one) => one.method === method && isAt(one.url, path ?? ""),
  );
  if (!definition || reply.statusCode === 304) return [];
  const success = definition.isCreating ? "201" : "200";
  const status = String(reply.statusCode);
  if (![success, ...statusesOf(definition)].includes(status))
    return [`${method} ${path ?? ""} does not declare the status ${status}`];
  if (definition.replyTypes && status === success) return [];
  const source = reply.statusCode < 300 ? definition.reply : "error-reply";
  const validate = schemas.validator(
    typeof source === "string" ? source : source(),
  );
  return validate(reply.json());
}

const isAt = (url: string, path: string): boolean =>
  new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`).test(path);

const addressOf = (url: InjectOptions["url"]): string =>
  typeof url === "string" ? url : (url?.pathname ?? "");

type DemoAccount = Account | "client1@dealer" | "client2@dealer";
type Session = { cookies: Record<string, string> };

/** The open sessions of each app by account. A moved clock may end them. */
const openSessions = new WeakMap<FastifyInstance, Map<string, Session>>();

/**
 * Returns the cookies of a session of a demo account. The session is shared by all
 * callers of the app, because checking a password takes long; a test that ends it or
 * changes its rights uses `signInAnew`.
 */
export async function signIn(
  { app }: Pick<TestApp, "app">,
  account: DemoAccount,
): Promise<Session> {
  const sessions = openSessions.get(app) ?? new Map<string, Session>();
  openSessions.set(app, sessions);
  const session = sessions.get(account) ?? (await signInAnew({ app }, account));
  sessions.set(account, session);
  return session;
}

/** Signs in as a demo account and returns the cookies to send. */
export async function signInAnew(
  { app }: Pick<TestApp, "app">,
  account: DemoAccount,
): Promise<Session> {
  const reply = await app.inject({
    method: "POST",
    url: "/api/auth",
    payload: { email: emailOf(account), password: demoPassword },
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return { cookies: cookiesOf(reply) };
}

const emailOf = (account: string) =>
  account.includes("@") ? `${account}.seriba.test` : `${account}@seriba.test`;

/** Returns the cookies that a reply sets, by name. */
export function cookiesOf(
  reply: LightMyRequestResponse,
): Record<string, string> {
  return Object.fromEntries(
    reply.cookies.map(({ name, value }) => [name, value]),
  );
}
