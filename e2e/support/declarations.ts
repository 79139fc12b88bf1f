import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Returns the path of a file in the running server's copy of the project. */
const fileOf = (name: string) => {
  const root = process.env.APP_ROOT;
  if (!root) throw new Error("The fixture `server` sets APP_ROOT.");
  return path.join(root, name);
};

/** Writes a file of the running server's declarations. */
export const writeDeclaration = (name: string, text: string): void => {
  writeFileSync(fileOf(name), text);
};

/** Edits a JSON file of the running server's declarations. */
export function editDeclaration<Content>(
  name: string,
  change: (content: Content) => Content,
): void {
  const content = JSON.parse(readFileSync(fileOf(name), "utf8")) as Content;
  writeDeclaration(name, JSON.stringify(change(content), null, 2));
}

/** Makes the file equal to the project's again. */
export const restoreDeclaration = (name: string): void => {
  writeDeclaration(name, readFileSync(name, "utf8"));
};
