import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Language } from "../../domain/limits";
import type { Field, Resource } from "../../domain/resource";

export type EditedRow = {
  required: string[];
  properties: Record<string, Field>;
};
/** The texts of one language, nested as in the locale file. */
export type EditedTexts = { [key: string]: string | EditedTexts };

/** A copy of the project's declarations that a test edits. */
export type DeclaredCopy = {
  root: string;
  /** Reads a JSON file, passes it to `change` and writes it back. */
  editResource(name: string, change: (resource: Resource) => void): void;
  editRow(id: string, change: (row: EditedRow) => void): void;
  editTexts(language: Language, change: (texts: EditedTexts) => void): void;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Makes every file equal to the project's again. */
  restore(): void;
};

const folders = ["schemas", "resources", "dashboards", "feeds", "locales"];

/** The files of the folders below `root`, by their path. */
const filesOf = (root: string): string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(root, path.join(entry.parentPath, entry.name)),
      ),
  );

/** Creates a copy in a temporary folder, removed when the test file ends. */
export function declaredCopy(): DeclaredCopy {
  const root = mkdtempSync(path.join(tmpdir(), "seriba-declared-"));
  const at = (file: string) => path.join(root, file);
  const copyMissing = () => {
    for (const folder of folders)
      if (!existsSync(at(folder)))
        cpSync(path.resolve(folder), at(folder), { recursive: true });
  };
  copyMissing();
  // Comparing the files takes a tenth of the time of copying them again.
  const restore = () => {
    copyMissing();
    const wanted = new Set(filesOf(process.cwd()));
    const present = new Set(filesOf(root));
    for (const file of present) if (!wanted.has(file)) rmSync(at(file));
    for (const file of wanted) {
      const text = readFileSync(path.resolve(file));
      if (!present.has(file) || !text.equals(readFileSync(at(file))))
        writeFileSync(at(file), text);
    }
  };
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const write = (file: string, text: string) => {
    writeFileSync(at(file), text);
  };
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(at(file), "utf8"));
  const writeJson = (file: string, content: unknown) => {
    write(file, JSON.stringify(content, null, 2));
  };
  return {
    root,
    write,
    editResource: (name, change) => {
      const file = `resources/${name}.json`;
      const content = read(file) as Resource;
      change(content);
      writeJson(file, content);
    },
    editRow: (id, change) => {
      const file = `schemas/${id}.json`;
      const content = read(file) as EditedRow;
      change(content);
      writeJson(file, content);
    },
    editTexts: (language, change) => {
      const file = `locales/${language}.json`;
      const content = read(file) as EditedTexts;
      change(content);
      writeJson(file, content);
    },
    remove: (file) => {
      rmSync(at(file));
    },
    restore,
  };
}
