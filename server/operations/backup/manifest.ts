import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** A backup or a restore that cannot be done. The message is for the operator. */
export class BackupFailed extends Error {}

/** Describes a backup. It is written last, so that only a complete backup has it. */
export type Manifest = {
  format: 2;
  database: "postgresql" | "embedded";
  madeAt: string;
  /** The names of the migrations that the database has. */
  migrations: readonly string[];
  files: number;
};

export const later =
  "The backup was made by a later version of Seriba: restore it with that version";
export const unreleased =
  "The backup was made by an unreleased revision of Seriba, before 0.2.0, and cannot be upgraded: restore it with that revision";

const fileOf = (folder: string) => path.join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });

/** Throws BackupFailed if the folder has no complete backup of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileOf(folder), "utf8").catch(() => {
    throw new BackupFailed(
      `${folder} is no complete backup: it has no manifest.json`,
    );
  });
  const manifest = JSON.parse(text) as Manifest;
  const format: number = manifest.format;
  if (format === 2) return manifest;
  throw new BackupFailed(format === 1 ? unreleased : later);
}

/** Whether a folder is missing or has no entries. */
export const isEmptyFolder = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).length === 0;
