import { createChangeHub } from "../server/platform/changes";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  exportFormats,
  type ExportFormat,
} from "../domain/listing/querySchema";
import { lotSource } from "../server/catalog";
import { declare } from "../server/declare";
import { readConfig } from "../server/platform/config";
import type { Database } from "../server/platform/database";
import { createJobs } from "../server/platform/jobs";
import { createLog } from "../server/platform/log";
import { findRoot } from "../server/platform/root";
import { exportList } from "../server/workspace/export/exportList";
import {
  createListingIndex,
  createListingReader,
} from "../server/workspace/listing";
import { hasPostgres, startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { now, viewer } from "./support/lots";
import { fillWithLots } from "./support/manyLots";

const lotCounts = [20_000, 200_000];
const bytesBetween = 4_000_000;
const titles = ["database", "format", "rows", "MB", "s", "rows/s", "kept MB"];

/**
 * The whole listing as a file: how fast it leaves, and by how much the memory
 * that is kept while it does grows from the first megabytes to the last.
 */
export async function benchExport(): Promise<string> {
  const lines = [titles];
  for (const count of lotCounts) {
    lines.push(...(await measureAll({ url: "", count })));
    if (!hasPostgres) continue;
    const postgres = await startPostgres();
    const url = await postgres.createDatabase();
    lines.push(...(await measureAll({ url, count })));
    await postgres.stop();
  }
  return lines
    .map((cells) => cells.map((cell) => cell.padStart(10)).join(""))
    .join("\n");
}

async function measureAll(options: {
  url: string;
  count: number;
}): Promise<string[][]> {
  const database = await openMigrated(options.url);
  await fillWithLots(database, options.count);
  const lines: string[][] = [];
  for (const format of exportFormats)
    lines.push([database.kind, format, ...(await measure(database, format))]);
  await database.close();
  return lines;
}

async function measure(
  database: Database,
  format: ExportFormat,
): Promise<string[]> {
  const root = findRoot();
  const log = createLog("silent");
  const clock = { now: () => now };
  const context = {
    config: readConfig({}),
    root,
    database,
    changes: createChangeHub({ database, log }),
    clock,
    log,
    jobs: createJobs({ database, clock, log }),
    index: createListingIndex({ database, clock }),
    ...declare({ root, log }),
  };
  const lots = createListingReader(context, lotSource);
  const resource = context.workspace.resource("car-auction");
  const query = { format };
  const file = exportList(
    context,
    { resource, reader: lots },
    { viewer, language: "en", query },
  );
  const kept: number[] = [];
  let size = 0;
  let bytesSince = 0;
  const start = performance.now();
  for await (const bytes of await file.open()) {
    size += bytes.length;
    bytesSince += bytes.length;
    if (bytesSince < bytesBetween) continue;
    bytesSince = 0;
    kept.push(keptMemory());
  }
  const seconds = (performance.now() - start) / 1000;
  const { total } = await lots.index.find(
    {
      source: lots.source,
      resource,
      row: context.schemas.row(resource.row),
      state: { filters: {}, search: null },
      viewer,
      where: undefined,
    },
    { page: { sort: null, page: 1, pageSize: 1 } },
  );
  const [first = 0] = kept;
  return [
    String(total),
    (size / 1e6).toFixed(1),
    seconds.toFixed(1),
    (total / seconds).toFixed(0),
    (((kept.at(-1) ?? first) - first) / 1e6).toFixed(1),
  ];
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of the program's own memory that are in use. */
function keptMemory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
