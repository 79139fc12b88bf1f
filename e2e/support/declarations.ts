import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A JSON file in the running server's own copy of the project. */
const fileOf = (name: string) => {
  const root = process.env.APP_ROOT;
  if (!root) throw new Error("The fixture `server` sets APP_ROOT.");
  return path.join(root, name);
};

/** Writes a JSON file of the running server's declarations as it stands. */
export const writeDeclaration = (name: string, text: string): void => {
  writeFileSync(fileOf(name), text);
};

/** Edits one, as somebody with a text editor would. */
export function editDeclaration<Content>(
  name: string,
  change: (content: Content) => Content,
): void {
  const content = JSON.parse(readFileSync(fileOf(name), "utf8")) as Content;
  writeDeclaration(name, JSON.stringify(change(content), null, 2));
}

/** The file is as in the project again. */
export const restoreDeclaration = (name: string): void => {
  writeDeclaration(name, readFileSync(name, "utf8"));
};
