import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Resource, RowSchema } from "../domain/resource";
import { lotSource } from "../server/catalog/lotSource";
import { findRoot } from "../server/platform/root";
import type { ColumnTable } from "../server/workspace/columns/store/columnTable";
import { compileScan } from "../server/workspace/columns/query/compileScan";
import { createRanks } from "../server/workspace/columns/query/order";
import { scanView } from "../server/workspace/columns/scan/scan";
import {
  readSnapshot,
  writeSnapshot,
} from "../server/workspace/columns/snapshot/snapshotFile";
import { wantedColumns } from "../server/workspace/columns/load/wantedColumns";
import { parseListQuery } from "../server/workspace/listing";
import { generateTable } from "./support/generatedTable";
import { queries } from "./support/listQueries";
import { now, viewer } from "./support/lots";
import { createMessages } from "../server/platform/messages";

/** `ROWS=300000,10000000 npm run bench -- columns`. REQUESTS limits it. */
const sizes = (process.env.ROWS ?? "30000,300000,2000000")
  .split(",")
  .map(Number);
const requests = Number(process.env.REQUESTS ?? 400);
const warmUps = 100;
/** Each query is asked so often; the fastest counts. */
const repeats = 3;

const isResource = (value: unknown): value is Resource =>
  typeof value === "object" && value !== null && "filters" in value;
const isRowSchema = (value: unknown): value is RowSchema =>
  typeof value === "object" && value !== null && "properties" in value;

function read<Value>(file: string, is: (value: unknown) => value is Value) {
  const text = readFileSync(path.join(findRoot(), file), "utf8");
  const value: unknown = JSON.parse(text);
  if (!is(value)) throw new Error(`${file} is of another kind`);
  return value;
}

/**
 * Measures the index in memory alone, in one thread and without the database: the
 * processor time of a list with its total and of all facets, bytes of a row, and
 * the time to write and read the file.
 */
export async function benchColumns(): Promise<string> {
  const resource = read("resources/car-auction.json", isResource);
  const row = read("schemas/lot.json", isRowSchema);
  const columns = wantedColumns(lotSource, [resource], row);
  const names = columns.map(({ name }) => name);
  const tables: string[] = [];
  for (const size of sizes) {
    const table = generateTable(names, size);
    const perRow = (table.bytes() / size).toFixed(1);
    tables.push(
      [
        `${size.toLocaleString("en")} lots: ${perRow} bytes a row`,
        "              p50 ms   p95 ms   p99 ms  mean ms (CPU)",
        measure("list", { table, resource, row }),
        measure("facets", { table, resource, row }),
        await measureFile(table),
      ].join("\n"),
    );
  }
  return tables.join("\n\n");
}

function measure(
  call: "list" | "facets",
  {
    table,
    resource,
    row,
  }: { table: ColumnTable; resource: Resource; row: RowSchema },
): string {
  const view = table.view();
  const ranks = createRanks();
  const word = (_: string, id: number) => ({ name: `W ${id}`, rank: id });
  const searched = new Map<string, readonly number[]>();
  const lower = (_: string, text: string) => text.toLowerCase();
  const times = queries(requests + warmUps).map((text) => {
    const asked = Object.fromEntries(new URLSearchParams(text));
    const parsed = parseListQuery(
      { resource, row, viewer, where: undefined, fields: [] },
      asked,
      createMessages({}),
    );
    const answer = () => {
      const start = process.cpuUsage();
      const compiled = compileScan(
        { table, view, ranks, word, searched, lower, now },
        { ...parsed, source: lotSource },
        call === "list" ? { page: parsed.state } : { facets: "all" },
      );
      if (!compiled) throw new Error(`The table cannot answer ${text}`);
      compiled.read(scanView(view, compiled.scan));
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    return Math.min(...Array.from({ length: repeats }, answer));
  });
  const sorted = times.slice(warmUps).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
  return [
    call.padEnd(11),
    ...[at(0.5), at(0.95), at(0.99), mean].map((time) =>
      time.toFixed(2).padStart(8),
    ),
  ].join(" ");
}

async function measureFile(table: ColumnTable): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const file = path.join(folder, "lots.columns");
  const key = { columns: "bench", database: "bench" };
  const values = table.columns.map(
    (_, column) => table.dictionary(column).values,
  );
  const started = performance.now();
  await writeSnapshot(file, {
    key,
    version: "1",
    savedAt: 0,
    table: { view: table.view(), values },
  });
  const written = performance.now();
  await readSnapshot(file, key);
  const seconds = (from: number, to: number) =>
    ((to - from) / 1_000).toFixed(1);
  const line = `file written in ${seconds(started, written)} s, read in ${seconds(written, performance.now())} s`;
  rmSync(folder, { recursive: true });
  return line;
}
