import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleResource } from "../../../../domain/visible";
import {
  listQuerySchema,
  rowReplySchema,
} from "../../../../domain/listing/querySchema";
import { fieldType } from "../../../../domain/resource";
import { escapePointer } from "../../../../server/platform/pointer";
import type { DeclaredSet } from "../../../../server/workspace/declared";
import { client } from "../listing/support/declared";
import {
  contentOf,
  edited,
  leadsSomewhere,
  sourcesWith,
  tryCompile,
  type Edit,
} from "./support";
import { exampleSources } from "../../../support/exampleSources";

/** Returns the pointer of every value in a file. */
function placesOf(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([name, part]) =>
      placesOf(part, `${pointer}/${escapePointer(name)}`),
    ),
  ];
}

const files = [
  ...exampleSources.resources,
  ...exampleSources.feeds,
  ...exampleSources.locales,
  ...exampleSources.schemas.filter(({ file }) => /^schemas\/[^/]+$/.test(file)),
];
const places = new Map(
  files.map(({ file, content }) => [file, placesOf(content)]),
);

const deep = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], "deep");

const values = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, true, "", "x", "id", "maker"),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    { a: 1 },
    "constructor",
    "__proto__",
  ),
  fc.constant("long ".repeat(40_000)),
  fc.constantFrom(50, 500).map(deep),
  fc.constant(JSON.parse('{"__proto__": {"isAdmin": true}}') as unknown),
  fc.json().map((text): unknown => JSON.parse(text)),
);

/** Some changes of one file; changes below a removed value are left out. */
const folders = [...new Set(files.map(({ file }) => file.split("/")[0] ?? ""))];
const edits: fc.Arbitrary<Edit[]> = fc
  .constantFrom(...folders)
  .chain((folder) =>
    fc.constantFrom(
      ...files
        .map(({ file }) => file)
        .filter((file) => file.startsWith(folder)),
    ),
  )
  .chain((file) =>
    fc.array(
      fc.record({
        file: fc.constant(file),
        pointer: fc
          .tuple(
            fc.constantFrom(...(places.get(file) ?? [""])),
            fc.constantFrom(
              "",
              "",
              "",
              "/0",
              "/__proto__",
              "/x-new",
              "/toString",
            ),
          )
          .map(([place, more]) => place + more),
        value: values,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map((wanted) => {
    let content: unknown = contentOf(wanted[0]?.file ?? "");
    return wanted.filter((edit) => {
      if (edit.value === undefined && edit.pointer === "") return false;
      if (!leadsSomewhere(content, edit.pointer)) return false;
      content = edited(content, structuredClone(edit));
      return true;
    });
  });

/** Compiles what the first call of a list compiles. */
function usable({ workspace, schemas }: DeclaredSet): void {
  for (const resource of workspace.resources()) {
    const row = schemas.row(resource.row);
    visibleResource(resource, row, client);
    schemas.validator(listQuerySchema(resource, row))({});
    const fields = Object.keys(row.properties);
    const write = schemas.serializer(rowReplySchema(row, fields));
    const empty = Object.entries(row.properties).map(([name, field]) => [
      name,
      row.required?.includes(name) ? sampleOf(fieldType(field)) : undefined,
    ]);
    write(Object.fromEntries(empty));
  }
}

/** A file that others need is reported by the name that it should have. */
const isMissing = (file: string, sources: typeof exampleSources): boolean =>
  /^schemas\/(calls\/|meta\/)?[\w-]{1,60}\.json$/.test(file) &&
  !sources.schemas.some((other) => other.file === file);

const sampleOf = (type: string): unknown =>
  ({ integer: 1, number: 1, boolean: true, array: [], object: {} })[type] ?? "";

describe("any content of a file", () => {
  it("is rejected with file, pointer and reason, or can be used", () => {
    let refused = 0;
    fc.assert(
      fc.property(edits, (changes) => {
        const sources = sourcesWith(structuredClone(changes));
        const result = tryCompile(sources);
        if ("set" in result) {
          usable(result.set);
          return;
        }
        refused += 1;
        expect(result.problems.length).toBeGreaterThan(0);
        for (const { file, pointer, reason } of result.problems) {
          expect(reason).toMatch(/\S/);
          expect(reason.length).toBeLessThan(700);
          if (isMissing(file, sources)) {
            expect(pointer).toBe("");
            continue;
          }
          const content = contentOf(file, sources);
          expect([file, pointer, leadsSomewhere(content, pointer)]).toEqual([
            file,
            pointer,
            true,
          ]);
        }
      }),
      { numRuns: 60 },
    );
    expect(refused).toBeGreaterThan(10);
    expect(Object.prototype).not.toHaveProperty("isAdmin");
  });
});
