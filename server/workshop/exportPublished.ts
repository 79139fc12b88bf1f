import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../platform/database";
import { inTransaction } from "../platform/database";
import type { JsonFile } from "../platform/readJson";
import { ProblemsFound } from "../platform/problem";
import type { Context } from "../workspace/context";
import { readSources, type Sources } from "../workspace/sources";
import {
  documentIn,
  applyOverlays,
  readOverlays,
  type OverlayRow,
} from "../workspace/overlay";
import { insertChange, lockPublishing } from "./changeQueries";
import { fileText } from "./fileText";

type ExportContext = Pick<
  Context,
  "root" | "database" | "clock" | "declarations"
>;

/** What was written, relative to the project. */
export type Exported = { files: string[] };

/** How a command asks the program that holds the data. */
export const exportCommand = "workspace-export";
const author = "npm run workspace:export";

/**
 * Writes what is published into resources/ and locales/, as git wants it: only
 * files that differ, each whole or not at all. The history says so, and once
 * the files are read nothing is laid over them any more. Throws ProblemsFound
 * where the files are wrong or a part does not fit them, with nothing written.
 */
export async function exportPublished(
  context: ExportContext,
): Promise<Exported> {
  const { root, database, declarations } = context;
  const files = readSources(root);
  if (files.problems.length > 0) throw new ProblemsFound(files.problems);
  const rows = await readOverlays(database.kysely);
  const { sources, problems } = applyOverlays(declarations, files, rows);
  if (problems.length > 0) throw new ProblemsFound(problems);
  declarations.compile(sources);
  const changed = [
    ...differing(files.resources, sources.resources),
    ...differing(files.locales, sources.locales),
  ];
  for (const { file, content } of changed)
    await replaceFile(path.join(root, file), await fileText(file, content));
  await noteExport(context, { rows, files, sources });
  await declarations.reload();
  return { files: changed.map(({ file }) => file) };
}

function differing(
  before: readonly JsonFile[],
  after: readonly JsonFile[],
): JsonFile[] {
  const texts = new Map(
    before.map(({ file, content }) => [file, JSON.stringify(content)]),
  );
  return after.filter(
    ({ file, content }) => texts.get(file) !== JSON.stringify(content),
  );
}

/** A reader finds the old file or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

/** Edits that were published meanwhile stay over the files. */
async function noteExport(
  { database, clock }: { database: Database } & Pick<Context, "clock">,
  exported: { rows: readonly OverlayRow[]; files: Sources; sources: Sources },
): Promise<void> {
  const { rows, files, sources } = exported;
  const at = clock.now();
  await inTransaction(database, async (trx) => {
    await lockPublishing(trx);
    for (const { resource, version, isExported } of rows) {
      const document = documentIn(sources, resource);
      const isNew = documentIn(files, resource) !== undefined && !isExported;
      if (!document || !isNew) continue;
      await trx
        .updateTable("workspace_overlays")
        .set({ is_exported: true })
        .where("resource", "=", resource)
        .where("version", "=", version)
        .execute();
      await insertChange(trx, {
        resource,
        kind: "export",
        undoes: null,
        author,
        authorId: null,
        at,
        reason: "exported",
        before: document,
        after: document,
      });
    }
  });
}
