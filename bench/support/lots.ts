import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Viewer } from "../../domain/access";
import { importRows } from "../../server/feed";
import { readConfig } from "../../server/platform/config";
import type { Database } from "../../server/platform/database";
import { loadSchemas } from "../../server/platform/schemas/loadSchemas";
import { findRoot } from "../../server/platform/root";
import { lotPorts } from "../../server/bidding";
import { openMigrated } from "./benchDatabase";
import { demoCars } from "./demoCars";

export const now = new Date("2026-11-18T12:00:00+09:00");

/** The client who asks for lists without a server. */
export const viewer: Viewer = {
  userId: "1",
  userType: 2,
  userLevel: 1064,
  roleId: 1064,
  permissions: { carAuctionsView: true },
};

/**
 * The embedded database in memory with 30,000 coming cars of the demo, come in
 * by the import that a real feed uses.
 */
export async function openWithLots(): Promise<{
  database: Database;
  lots: number;
}> {
  const root = findRoot();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const database = await openMigrated();
  const options = { seed: "bench", monday: "2026-11-16", scale: 0.65 };
  const { inserted } = await importRows({
    context: {
      config: readConfig({ DATA_DIR: folder }),
      root,
      database,
      clock: { now: () => now },
      schemas: loadSchemas(root),
      ports: lotPorts,
    },
    feed: "ajes",
    area: "auction",
    rows: Readable.from(demoCars(options, now)),
  });
  rmSync(folder, { recursive: true });
  await sql`vacuum (analyze)`.execute(database.kysely);
  return { database, lots: inserted };
}
