import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeDemo } from "../../scripts/demo/writeDemo";
import { demoFolder } from "../../server/demo/demoData";
import { findRoot } from "../../server/platform/root";

const shared = ["dashboards", "feeds", "locales", "resources", "schemas"];

/** The week of the data, which has the days of most tests. */
const demoMonday = "2026-11-16";

let made: Promise<string> | undefined;

/**
 * Returns a folder with the declarations of the project and with a fiftieth of the
 * demo's data, which are made once in a process.
 */
export const demoRoot = (): Promise<string> => (made ??= makeRoot());

async function makeRoot(): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), "seriba-demo-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  for (const folder of shared)
    symlinkSync(path.join(findRoot(), folder), path.join(root, folder));
  await writeDemo(path.join(root, demoFolder), {
    seed: "test",
    monday: demoMonday,
    scale: 0.02,
  });
  return root;
}

/** Returns all items of an asynchronous sequence. */
export async function collect<Item>(
  items: AsyncIterable<Item>,
): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
