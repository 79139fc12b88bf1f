import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A copy of the project's declarations; edits reach nobody else. */
export type DeclaredCopy = {
  root: string;
  /** Changes a JSON file, which is read, given and written back. */
  edit<Content>(file: string, change: (content: Content) => void): void;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Every file is as it was in the project. */
  restore(): void;
};

const folders = ["schemas", "resources", "feeds", "locales"];

/** Removed when the test file ends. */
export function declaredCopy(): DeclaredCopy {
  const root = mkdtempSync(path.join(tmpdir(), "seriba-declared-"));
  const at = (file: string) => path.join(root, file);
  const copy = () => {
    for (const folder of folders) {
      rmSync(at(folder), { recursive: true, force: true });
      cpSync(path.join(process.cwd(), folder), at(folder), { recursive: true });
    }
  };
  copy();
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const write = (file: string, text: string) => {
    writeFileSync(at(file), text);
  };
  return {
    root,
    write,
    edit: <Content>(file: string, change: (content: Content) => void) => {
      const content = JSON.parse(readFileSync(at(file), "utf8")) as Content;
      change(content);
      write(file, JSON.stringify(content, null, 2));
    },
    remove: (file) => {
      rmSync(at(file));
    },
    restore: copy,
  };
}
