import { expect, it } from "vitest";
import type { Document } from "../../../../domain/declarations/document";
import { createLog } from "../../../../server/platform/log";
import { fault, ProblemsFound } from "../../../../server/platform/problem";
import type { Declarations } from "../../../../server/workspace/declared";
import { documentIn } from "../../../../server/workspace/overlay/documents";
import { applyOverlays } from "../../../../server/workspace/overlay/mergeOverlays";
import { declare } from "../../../support/declared";

it("tries edits one after another, with turns for requests in between", async () => {
  const root = process.cwd();
  const { declarations } = declare({ root, log: createLog("fatal") });
  const files = declarations.files();
  const names = ["car-auction", "oneprice", "go-net"];
  const rows = names.map((resource, index) => {
    const base = documentIn(files, resource);
    if (!base) throw new Error(`${resource} is missing`);
    const declaration = { ...base.declaration, icon: `icon-${String(index)}` };
    const target: Document = { ...base, declaration };
    return {
      resource,
      base,
      target,
      version: "1",
      isExported: false,
      takenAt: null,
    };
  });
  const turns: number[] = [];
  let turn = 0;
  const compile: Declarations["compile"] = async (sources) => {
    turns.push(turn);
    const refused = JSON.stringify(sources).includes('"icon-1"');
    if (refused)
      throw new ProblemsFound([{ file: "", ...fault("", "wrongType") }]);
    return declarations.current();
  };
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turn += 1;
      counting = count();
    });
  let counting = count();
  const { sources, problems } = await applyOverlays({ compile }, files, rows);
  clearImmediate(counting);
  expect(turns.length).toBeGreaterThan(4);
  expect(new Set(turns).size).toBe(turns.length);
  expect(problems).toHaveLength(1);
  expect(
    names.map((name) => documentIn(sources, name)?.declaration.icon),
  ).toEqual([
    "icon-0",
    documentIn(files, "oneprice")?.declaration.icon,
    "icon-2",
  ]);
});
