import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { lotsFile, stockFile } from "../../server/demo/demoData";
import { demoDays, demoStock, demoTexts, type DemoOptions } from "./generate";

const compress = promisify(gzip);

/** Writes the demo's data into a folder, in place of earlier data. */
export async function writeDemo(
  folder: string,
  options: DemoOptions,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const writeLines = async (name: string, entries: Iterable<object>) => {
    const lines = [...entries].map((entry) => `${JSON.stringify(entry)}\n`);
    const file = path.join(folder, `${name}.ndjson.gz`);
    await writeFile(file, await compress(lines.join(""), { level: 1 }));
  };
  await writeLines(stockFile, demoStock(options));
  // A day is compressed while the next one is generated.
  let written = Promise.resolve();
  for (const { kind, lots, ...day } of demoDays(options)) {
    await written;
    written = writeLines(lotsFile(kind, day), lots);
  }
  await written;
  // The manifest, which comes last, shows that the data are complete.
  const { manifest, ...texts } = demoTexts(options);
  for (const [name, content] of Object.entries({ ...texts, manifest }))
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(content));
}
