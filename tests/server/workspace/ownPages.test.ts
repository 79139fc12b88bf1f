import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { ownPages } from "../../../domain/declarations/ownPages";

it("reserves the folders of files that every page may load", () => {
  const folders = readdirSync("public", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders).toContain("icons");
  expect(ownPages).toEqual(expect.arrayContaining(folders));
});
