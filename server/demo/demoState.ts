import type { Context } from "../workspace/context";

/** The demo data in the database. */
export type DemoState = {
  seed: string;
  scale: number;
  /** Results up to this time (ISO 8601) are imported; null before the first import. */
  time: string | null;
};

const key = "demo";

/** Returns the state of the demo data, null if the database has no demo data. */
export async function readDemoState({
  database,
}: Pick<Context, "database">): Promise<DemoState | null> {
  const fact = await database.longRunning
    .selectFrom("app_state")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return fact ? (JSON.parse(fact.value) as DemoState) : null;
}

export async function saveDemoState(
  { database }: Pick<Context, "database">,
  state: DemoState,
): Promise<void> {
  const value = JSON.stringify(state);
  await database.longRunning
    .insertInto("app_state")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/**
 * Whether the settings allow demo data. The password of the demo accounts is
 * public, so by default they exist only in an embedded database that is not
 * meant for others: never with DATABASE_URL, with PUBLIC_URL or in production.
 */
export function isDemoAllowed({
  demo,
  nodeEnv,
  databaseUrl,
  publicUrl,
}: Context["config"]): boolean {
  if (demo !== "auto") return demo === "on";
  return nodeEnv !== "production" && databaseUrl === "" && publicUrl === "";
}

/**
 * Whether this server creates demo data: if the settings allow it and, unless
 * DEMO is on, the database has no lots from another source.
 */
export async function isDemoWanted(
  context: Pick<Context, "config" | "database">,
): Promise<boolean> {
  if (!isDemoAllowed(context.config)) return false;
  if (context.config.demo === "on") return true;
  if (await readDemoState(context)) return true;
  const lot = await context.database.longRunning
    .selectFrom("lots")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return lot === undefined;
}
