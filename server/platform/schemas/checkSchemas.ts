import { hintFor, nearest } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import { fault, type Fault, type Message, type Problem } from "../problem";
import type { JsonFile } from "../readJson";
import type { Steps } from "../steps";
import { createAjv } from "./ajv";
import { checkKeywords, partsOf } from "./checkKeywords";
import { checkRow, isRow } from "./checkRow";
import { asDraft7, draft7, type JsonSchema } from "./registry";
import { faultsOf } from "./schemaFaults";
import { schemaFile } from "./schemaFile";
import { whenFaults } from "./shownFields";

/**
 * Returns the mistakes in the files of schemas/: everything that draft-07
 * rejects, wrong ids and references, misspelt keywords, bounds that no value
 * meets, patterns that can take exponential time, and mistakes in rows.
 */
export function* checkSchemas(
  files: readonly JsonFile[],
  /** Files that exist but could not be read; references to them are fine. */
  unread: ReadonlySet<string> = new Set(),
): Steps<Problem[]> {
  const byId = schemasById(files);
  const problems = files.flatMap((file) => idProblems(file, files));
  for (const { file, content } of files) {
    yield;
    for (const found of faultsIn(content, byId))
      problems.push({ file, ...found });
  }
  yield;
  return [
    ...problems,
    ...referenceProblems(files, { byId, unread }),
    ...areaProblems(files),
  ];
}

/**
 * Returns the files that remain usable without the `wrong` files and without
 * files that refer to them, so that the rest can still be checked.
 */
export function usableSchemas(
  files: readonly JsonFile[],
  wrong: ReadonlySet<string>,
): readonly JsonFile[] {
  const rest = files.filter(({ file }) => !wrong.has(file));
  const byId = schemasById(rest);
  const broken = rest.filter(({ content }) =>
    [...referencesIn(content)].some(
      ({ reference }) => findReference(reference, { byId, content }) !== null,
    ),
  );
  if (broken.length === 0) return rest;
  return usableSchemas(rest, new Set(broken.map(({ file }) => file)));
}

type SchemasById = ReadonlyMap<string, JsonSchema>;

/** A schema with a wrong `$id` is also known by the name of its file. */
function schemasById(files: readonly JsonFile[]): SchemasById {
  const schemas = new Map<string, JsonSchema>();
  for (const { file, content } of files) {
    if (!isObject(content)) continue;
    if (typeof content.$id === "string") schemas.set(content.$id, content);
    const name = idOfFile(file);
    if (!schemas.has(name)) schemas.set(name, content);
  }
  return schemas;
}

/** `schemas/meta/feed.json` has the id "meta-feed", other files their name. */
const idOfFile = (file: string): string =>
  file
    .replace(/\.json$/, "")
    .replace("schemas/meta/", "meta-")
    .replace(/^.*\//, "");

function idProblems(
  { file, content }: JsonFile,
  files: readonly JsonFile[],
): Problem[] {
  if (!isObject(content)) return [{ file, ...fault("", "schemaNotObject") }];
  const { $id } = content;
  if (typeof $id !== "string")
    return [{ file, ...fault("/$id", "missing", { name: "$id" }) }];
  const name = idOfFile(file);
  if ($id !== name)
    return [{ file, ...fault("/$id", "mustBeFileName", { name }) }];
  const first = files.find(
    (other) => isObject(other.content) && other.content.$id === $id,
  );
  if (!first || first.content === content) return [];
  return [{ file, ...fault("/$id", "idTaken", { id: $id, file: first.file }) }];
}

const rowSchema = /^\.{1,2}\/(schemas\/)?meta\/row\.json$/;

type Checked = { byMeta: readonly unknown[]; faults: readonly Fault[] };

/** A file that is read again without a change has the same content object. */
const checkedContents = new WeakMap<JsonSchema, Checked>();

/** Returns the mistakes in a file, checked once for the same meta-schemas. */
function faultsIn(content: unknown, byId: SchemasById): readonly Fault[] {
  if (!isObject(content)) return [];
  const byMeta = [byId.get("meta-row"), byId.get("meta-condition")];
  const known = checkedContents.get(content);
  if (known?.byMeta.every((meta, index) => meta === byMeta[index]))
    return known.faults;
  const faults = [...contentFaults(content, byId)];
  checkedContents.set(content, { byMeta, faults });
  return faults;
}

function* contentFaults(
  content: JsonSchema,
  byId: SchemasById,
): Generator<Fault> {
  const { $schema = draft7 } = content;
  const isKnown = typeof $schema === "string" && rowSchema.test($schema);
  if ($schema !== draft7 && !isKnown)
    yield fault("/$schema", "wrongDialect", { dialect: draft7 });
  const faults = rowFaults(content, byId);
  const inRow = new Set(faults.map(({ pointer }) => pointer));
  faults.push(
    ...draftFaults(content).filter(({ pointer }) => !inRow.has(pointer)),
  );
  yield* faults;
  const reported = new Set(faults.map(({ pointer }) => pointer));
  for (const [pointer, schema] of partsWithin(content))
    for (const found of [
      ...checkKeywords(schema),
      ...whenFaults({ $id: content.$id, ...schema }),
    ]) {
      const place = `${pointer}${found.pointer}`;
      if (!reported.has(place)) yield { ...found, pointer: place };
    }
}

function rowFaults(content: JsonSchema, byId: SchemasById): Fault[] {
  const meta = byId.get("meta-row");
  const isUsable = meta !== undefined && draftFaults(meta).length === 0;
  const condition = byId.get("meta-condition");
  return isUsable && isRow(content)
    ? checkRow(content, meta, condition ? [condition] : [])
    : [];
}

/** Compiles draft-07 once; it keeps no schema that it validates. */
const draftAjv = createAjv({ verbose: true });

function draftFaults(content: JsonSchema): Fault[] {
  void draftAjv.validateSchema(asDraft7(content));
  return faultsOf(draftAjv.errors ?? []);
}

/** Yields a schema and every schema inside it, each with its pointer. */
function* partsWithin(
  schema: unknown,
  pointer = "",
): Generator<[string, JsonSchema]> {
  if (!isObject(schema)) return;
  yield [pointer, schema];
  for (const [keyword, value] of Object.entries(schema))
    for (const [step, part] of partsOf(keyword, value))
      yield* partsWithin(part, `${pointer}/${escapePointer(keyword)}${step}`);
}

function* referencesIn(
  content: unknown,
): Generator<{ pointer: string; reference: string }> {
  for (const [pointer, { $ref }] of partsWithin(content))
    if (typeof $ref === "string")
      yield { pointer: `${pointer}/$ref`, reference: $ref };
}

type Broken = { file: string; pointer: string; reference: string } & Message;

/**
 * Returns the references that lead nowhere. A schema that does not exist and
 * that several files refer to is reported as a missing file instead, if its id can be
 * the name of a file.
 */
function referenceProblems(
  files: readonly JsonFile[],
  { byId, unread }: { byId: SchemasById; unread: ReadonlySet<string> },
): Problem[] {
  const present = new Set([...files.map(({ file }) => file), ...unread]);
  // The missing or wrong `$id` of a file that exists is reported there.
  const isFaultOfFile = (reference: string) => {
    const id = idIn(reference);
    return (
      !byId.has(id) &&
      [schemaFile(id), schemaFile(`${id}#/`)].some((name) => present.has(name))
    );
  };
  const broken = files.flatMap(({ file, content }) =>
    [...referencesIn(content)].flatMap(({ pointer, reference }): Broken[] => {
      const message = findReference(reference, { byId, content });
      if (!message || isFaultOfFile(reference)) return [];
      return [{ file, pointer, reference, ...message }];
    }),
  );
  const missing = new Map<string, Problem>();
  const others = broken.flatMap(({ file, pointer, reference, id, values }) => {
    const name = schemaFile(reference);
    const users = new Set(
      broken
        .filter((other) => schemaFile(other.reference) === name)
        .map((other) => other.file),
    );
    const schemaId = idIn(reference);
    const isSlip =
      !isFileName(schemaId) ||
      (users.size < 2 && nearest(schemaId, byId.keys()) !== undefined);
    if (id !== "unknownSchema" || isSlip)
      return [{ file, ...fault(pointer, id, values) }];
    const needed = fault("", "fileNeeded", { files: [...users].join(", ") });
    missing.set(name, { file: name, ...needed });
    return [];
  });
  return [...missing.values(), ...others];
}

const isFileName = (id: string): boolean => /^[\w-]{1,60}$/.test(id);

const idIn = (reference: string): string => reference.split("#")[0] ?? "";

/** Returns why a reference leads nowhere, or null if it leads to a schema. */
function findReference(
  reference: string,
  known: { byId: SchemasById; content: unknown },
): Message | null {
  const [id = "", path = ""] = reference.split("#");
  const schema = id === "" ? known.content : known.byId.get(id);
  if (schema === undefined) {
    const hint = hintFor(id, known.byId.keys());
    return { id: "unknownSchema", values: { name: id, hint } };
  }
  let part: unknown = schema;
  for (const name of path.split("/").slice(1)) {
    const names = isObject(part) ? Object.keys(part) : [];
    if (!names.includes(name)) {
      const hint = hintFor(name, names);
      return { id: "unknownReference", values: { reference, hint } };
    }
    part = isObject(part) ? part[name] : undefined;
  }
  return null;
}

/** An area belongs to one row schema, by which its rows are read. */
function areaProblems(files: readonly JsonFile[]): Problem[] {
  const owners = new Map<unknown, string>();
  return files.flatMap(({ file, content }) => {
    const areas = isObject(content) ? content["x-areas"] : [];
    if (!Array.isArray(areas)) return [];
    return areas.flatMap((area: unknown, index) => {
      const owner = owners.get(area);
      owners.set(area, file);
      if (owner === undefined || owner === file) return [];
      const values = { area: String(area), file: owner };
      return [{ file, ...fault(`/x-areas/${index}`, "areaTaken", values) }];
    });
  });
}
