import type { Document } from "../../../domain/declarations/document";
import type { Database } from "../../platform/database";
import type { Problem } from "../../platform/problem";
import { type Declarations } from "../declared";
import { fingerprint, type Sources } from "../sources";
import { documentIn } from "./documents";
import { applyOverlays } from "./applyOverlays";
import { isTakenOver } from "./mergeOverlays";
import {
  dropOverlay,
  newestChange,
  readOverlays,
  type OverlayRow,
} from "./overlayQueries";

/** What was laid over the files at one moment. */
export type EffectiveSources = {
  files: Sources;
  /** The files with what is published. */
  sources: Sources;
  problems: readonly Problem[];
  rows: readonly OverlayRow[];
  /** No change up to this one is missing. */
  newest: string;
};

export type Overlays = {
  /** As it was laid last, whether or not it can act. */
  effective(): Promise<EffectiveSources>;
  /** What the program works by: as it was laid when it could act last. */
  acting(): Promise<EffectiveSources>;
  /**
   * Lays what is newer by now, and what the database did not answer for;
   * nothing is read anew where nothing is.
   */
  refresh(): Promise<void>;
};

/** Lays what is published over the files, at each reload from now on. */
export function createOverlays(options: {
  declarations: Declarations;
  database: Database;
}): Overlays {
  const { declarations, database } = options;
  let last: EffectiveSources | undefined;
  const effectiveBySources = new WeakMap<Sources, EffectiveSources>();

  declarations.setOverlay(async (files) => {
    const newest = await newestChange(database.kysely);
    const rows: OverlayRow[] = [];
    for (const row of await readOverlays(database.kysely))
      if (row.isExported && isTakenOver(files, row))
        await dropOverlay(database, row);
      else rows.push(row);
    const effective = applyOverlays(declarations, files, rows);
    last = { files, rows, newest, ...effective };
    effectiveBySources.set(effective.sources, last);
    return effective;
  });

  const effective = async () => {
    if (!last) await declarations.reload();
    if (!last) throw new Error("What is published could not be read");
    return last;
  };

  return {
    effective,
    acting: async () => {
      await effective();
      const { sources } = declarations.current();
      const nothing = { files: sources, rows: [], newest: "0", problems: [] };
      return effectiveBySources.get(sources) ?? { ...nothing, sources };
    },
    refresh: async () => {
      const newest = await newestChange(database.kysely);
      if (declarations.isBehind() || newest !== last?.newest)
        await declarations.reload();
    },
  };
}

/**
 * Of a resource's document: another one after each edit, here or in the files.
 */
export function versionIn(
  { files, rows }: Pick<EffectiveSources, "files" | "rows">,
  name: string,
): string {
  const row = rows.find(({ resource }) => resource === name);
  const file: Document | undefined = documentIn(files, name);
  return `${row?.version ?? "0"}-${file ? fingerprint(file) : "none"}`;
}
