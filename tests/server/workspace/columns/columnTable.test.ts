import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import {
  readSnapshot,
  writeSnapshot,
} from "../../../../server/workspace/columns/snapshot/snapshotFile";
import {
  chunkBits,
  chunkMask,
  codeAt,
} from "../../../../server/workspace/columns/store/chunk";
import { createColumnTable } from "../../../../server/workspace/columns/store/columnTable";
import {
  idAt,
  type View,
} from "../../../../server/workspace/columns/store/view";

const codesOf = (view: View, row: number) =>
  view.chunks[row >> chunkBits]?.body.columns.map((codes) =>
    codeAt(codes, row & chunkMask),
  );

it("keeps views and files right when a column gets more than 65,535 values", async () => {
  const table = createColumnTable(["number", "parity"]);
  const put = (id: number) => {
    table.put({ id, version: id, values: [id, id % 2] });
  };
  for (let id = 1; id <= 65_500; id += 1) put(id);
  table.publish();
  const before = table.view();
  for (let id = 65_501; id <= 65_600; id += 1) put(id);
  table.remove(7);
  table.publish();
  expect([before.count, before.live]).toEqual([65_500, 65_500]);
  expect(codesOf(before, 65_499)).toEqual([65_500, 2]);
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-table-"));
  const file = path.join(folder, "wide.columns");
  const key = { columns: "wide", database: "test" };
  const values = [0, 1].map((column) => table.dictionary(column).values);
  const about = { key, version: "1", savedAt: 0 };
  await writeSnapshot(file, {
    ...about,
    table: { view: table.view(), values },
  });
  const stored = (await readSnapshot(file, key))?.table;
  rmSync(folder, { recursive: true });
  const again = createColumnTable(table.columns, stored);
  again.put({ id: 65_601, version: 1, values: [65_601, 1] });
  again.publish();
  const view = again.view();
  expect([view.count, view.live]).toEqual([65_601, 65_600]);
  for (const row of [0, 40_000, 65_599, 65_600]) {
    expect(idAt(view, row)).toBe(row + 1);
    expect(codesOf(view, row)).toEqual([row + 1, row % 2 === 0 ? 1 : 2]);
  }
});
