import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import { withMoves } from "../../../domain/states";
import {
  neededKeys,
  type DeclaredResource,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { isObject } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { isRow } from "../../platform/schemas/checkRow";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { schemaFaults } from "../../platform/schemas/schemaFaults";
import type { Steps } from "../../platform/steps";
import { accessRules, fieldAccessFaults } from "./accessRules";
import { actionRules } from "./actionRules";
import { conditionRules } from "./conditionRules";
import { formFaults } from "./formRules";
import { createAddressCheck, fileNameFaults } from "./addressRules";
import { callFaults } from "./callRules";
import { callConditionFaults } from "./callConditions";
import { importFaults } from "./importRules";
import { nameRules, uniqueRules } from "./nameRules";
import { noticeFaults } from "./noticeRules";
import { extendsFaults, referenceFaults } from "./referenceRules";
import { applyRules, valuesAt, type Rule } from "./rules";
import { boardRules } from "./boardRules";
import { timelineRules } from "./timelineRules";
import { typeRules } from "./typeRules";

/**
 * Returns the valid declarations in these files and the mistakes in the others.
 * A declaration over a row schema that is invalid, and therefore missing from
 * `schemas`, is left out without a problem of its own.
 */
export function* checkResources(options: {
  files: readonly JsonFile[];
  schemas: SchemaRegistry;
  areSchemasPartial?: boolean;
}): Steps<{
  resources: Resource[];
  /** The names of all lists, also of those with mistakes. */
  names: readonly string[];
  problems: Problem[];
}> {
  const { files, schemas, areSchemasPartial = false } = options;
  const byId = new Map(schemas.all().map((schema) => [schema.$id, schema]));
  const meta = byId.get("meta-resource");
  if (!meta) return { resources: [], names: [], problems: [] };
  const complete = {
    ...meta,
    required: [...new Set(["name", "route", ...neededKeys])],
  };
  const rowOf = (id: string): RowSchema | undefined => {
    const schema = byId.get(id);
    return schema && isRow(schema) ? schemas.row(id) : undefined;
  };
  const rowNames = [...byId.values()]
    .filter(isRow)
    .map(({ $id }) => String($id));
  const addressFaults = createAddressCheck();
  const resources: Resource[] = [];
  const problems: Problem[] = [];
  for (const { file, content } of files) {
    yield;
    const [unknownBase] = extendsFaults({ file, content }, files);
    if (unknownBase) {
      // The keys that the file would take over are missing for this reason.
      problems.push({ file, ...unknownBase });
      continue;
    }
    const faults = schemaFaults({
      schema: complete,
      others: schemas.all(),
      content,
    });
    const isValid = (_: unknown): _ is DeclaredResource => faults.length === 0;
    const name = isObject(content) ? content.row : undefined;
    const row = typeof name === "string" ? rowOf(name) : undefined;
    const resource = isValid(content)
      ? withDefaultCalls(row ? withMoves(content, row) : content)
      : null;
    if (row) faults.push(...ruleFaults(content, { row, faults }));
    else if (typeof name === "string" && !areSchemasPartial) {
      const values = { name, hint: hintFor(name, rowNames) };
      faults.push(fault("/row", "unknownRow", values));
    }
    if (resource) {
      const misnamed = fileNameFaults(file, resource);
      // The copy of a file has every address of the original until it is
      // renamed, so its name is the mistake.
      faults.push(
        ...(misnamed.length > 0 ? misnamed : addressFaults(resource)),
      );
      faults.push(...callFaults(resource, { schemas, areSchemasPartial }));
      faults.push(...formFaults(resource, { schemas, areSchemasPartial }));
      if (row) faults.push(...areaFaults(resource, row));
      if (row) faults.push(...importFaults(resource, row));
      if (row) faults.push(...callConditionFaults(resource, row));
      if (row) faults.push(...noticeFaults(resource, row));
      if (row && faults.length === 0) resources.push(resource);
    }
    const distinct = new Map(
      faults.map((found) => [`${found.pointer} ${found.reason}`, found]),
    );
    for (const found of distinct.values()) problems.push({ file, ...found });
  }
  const names = files.flatMap(({ content }) =>
    isObject(content) && typeof content.name === "string" ? content.name : [],
  );
  for (const resource of resources)
    for (const found of referenceFaults(resource, { resources, names }))
      problems.push({ file: `resources/${resource.name}.json`, ...found });
  for (const id of new Set(resources.map(({ row }) => row)))
    for (const found of fieldAccessFaults(id, schemas))
      problems.push({ file: `schemas/${id}.json`, ...found });
  return { resources, names, problems };
}

const rules: readonly Rule[] = [
  ...nameRules,
  ...typeRules,
  ...timelineRules,
  ...boardRules,
  ...uniqueRules,
  ...accessRules,
  ...actionRules,
  ...conditionRules,
];

/** Applies the rules to every part that the meta-schema has accepted. */
function ruleFaults(
  content: unknown,
  { row, faults }: { row: RowSchema; faults: readonly Fault[] },
): Fault[] {
  const broken = faults.map(({ pointer }) => pointer);
  const isBroken = (place: string) =>
    broken.some(
      (pointer) => pointer === place || pointer.startsWith(`${place}/`),
    );
  const filters = [...valuesAt(content, "filters/*")].flatMap(
    ({ pointer, value }) =>
      isBroken(pointer) || broken.includes("/filters") ? [] : [value as Filter],
  );
  const parts = isObject(content) ? Object.entries(content) : [];
  const resource: Partial<Resource> = Object.fromEntries(
    parts.filter(([name]) => !isBroken(`/${name}`)),
  );
  return [
    ...applyRules(rules, content, {
      facts: { row, resource, filters },
      broken,
    }),
  ];
}

/** A list of lots shows one area; other lists have no area. */
function* areaFaults({ pageType }: Resource, row: RowSchema): Generator<Fault> {
  const areas = row["x-areas"];
  if (!areas) {
    if (pageType !== undefined) yield fault("/pageType", "lotsOnly");
    return;
  }
  const names = areas.join(", ");
  if (pageType === undefined)
    yield fault("/pageType", "areaMissing", { names });
  else if (!areas.includes(pageType))
    yield fault("/pageType", "unknownArea", {
      name: pageType,
      row: row.$id,
      hint: hintFor(pageType, areas),
    });
}
