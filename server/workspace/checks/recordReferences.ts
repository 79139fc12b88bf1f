import { isDeepStrictEqual } from "node:util";
import { isAllowed, type Access } from "../../../domain/access";
import {
  fieldsIn,
  testsIn,
  type PlacedTest,
} from "../../../domain/condition/condition";
import { isFilledIn, isInRecord } from "../../../domain/computed/rule";
import { copiesOf, referencesOf } from "../../../domain/recordReference";
import {
  fieldType,
  mayBeEmpty,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { isState } from "../../../domain/states";
import { isVisible } from "../../../domain/visible/isVisible";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import { viewerKinds, viewerWith } from "./accessRules";
import type { SetCheck } from "./checkSources";

type Declared = {
  resources: readonly Resource[];
  rowOf: (name: string) => RowSchema;
};

/**
 * Returns the mistakes in references to records of other lists, in the fields with their
 * names and with copies of their fields, and in fixed conditions over such a name.
 */
export const checkRecordReferences: SetCheck = ({ resources, schemas }) => {
  const rowOf = (name: string) => schemas.row(name);
  const declared = { resources, rowOf };
  const rows = new Set(resources.map(({ row }) => row));
  const ofRows = [...rows].flatMap((name): Problem[] => {
    const row = rowOf(name);
    return Object.entries(row.properties).flatMap(([field, of]) =>
      [
        ...referenceFaults(row, field, declared),
        ...nameFaults(row, field, of),
        ...copyFaults(row, field, declared),
      ].map(({ pointer, ...found }) => ({
        file: `schemas/${name}.json`,
        ...found,
        pointer: `/properties/${escapePointer(field)}${pointer}`,
      })),
    );
  });
  const ofLists = resources.flatMap(({ name, row, where }): Problem[] =>
    fieldsIn(where)
      .filter((field) => rowOf(row).properties[field]?.["x-nameOf"])
      .map((field) => ({
        file: `resources/${name}.json`,
        ...fault("/where", "notStored", { field }),
      })),
  );
  return [...ofRows, ...ofLists];
};

const isText = (field: Field | undefined): boolean =>
  field !== undefined && fieldType(field) === "string" && !field.format;

function* referenceFaults(
  row: RowSchema,
  field: string,
  { resources, rowOf }: Declared,
): Generator<Fault> {
  const reference = referencesOf(row).find((each) => each.field === field);
  if (!reference) return;
  const over = resources.filter(({ row: each }) => each === row.$id);
  const own = row.properties[field] ?? {};
  if (!over.some(({ store }) => store) || !isText(own) || own.enum)
    yield fault("/x-record", "referenceNotRecord");
  const stored = resources.filter(
    (each) =>
      each.store &&
      !each.single &&
      (!each.owner || over.every((list) => sharesOwner(list, field, each))),
  );
  const target = stored.find(({ name }) => name === reference.list);
  if (!target) {
    const names = stored.map(({ name }) => name);
    const hint = hintFor(reference.list, names);
    yield fault("/x-record/list", "referenceList", {
      name: reference.list,
      hint,
    });
    return;
  }
  const other = rowOf(target.row);
  const name = other.properties[reference.name];
  if (!isText(name) || !isInRecord(name ?? {})) {
    const texts = Object.entries(other.properties).flatMap(([each, of]) =>
      isText(of) && isInRecord(of) ? [each] : [],
    );
    yield fault("/x-record/name", "unknownField", {
      ...{ name: reference.name, row: other.$id },
      hint: hintFor(reference.name, texts),
    });
    return;
  }
  // A name is read whoever reads it, so that the other list may not hide rows from some.
  if ([...testsIn(target.where)].some(({ test }) => isOfViewer(test)))
    yield fault("/x-record/list", "referenceByViewer", { list: target.name });
  const rules = [
    ...over.map(({ access }) => access),
    ...[own["x-access"], target.access, name?.["x-access"]],
  ];
  const isBlind = viewersOf(rules).some(
    (viewer) =>
      over.some(({ access }) => isAllowed(access, viewer)) &&
      isVisible(row, { fields: [field] }, viewer) &&
      !(
        isAllowed(target.access, viewer) &&
        isVisible(other, { fields: [reference.name] }, viewer)
      ),
  );
  if (isBlind)
    yield fault("/x-record", "referenceHidden", { list: target.name });
}

/**
 * Returns whether rows of a list have the owners of the rows to which they refer, and are read by
 * the same people: everybody who reads the name of a record then may read the record.
 */
const sharesOwner = (
  { owner: own }: Resource,
  field: string,
  { owner: other }: Resource,
): boolean =>
  own?.of === field && isDeepStrictEqual(own.withClients, other?.withClients);

/** Returns whether a condition depends on the viewer. */
const isOfViewer = (test: PlacedTest["test"]): boolean =>
  "viewer" in test ||
  [test.is, ...(test.in ?? []), test.atLeast, test.atMost].some((value) =>
    ["@me", "@role", "@userType"].includes(String(value)),
  );

/** Returns a viewer of each kind, with and without the flags of the rules. */
const viewersOf = (rules: readonly (Access | undefined)[]) => {
  const flags = [...new Set(rules.flatMap((access) => access?.flags ?? []))];
  const sets = [[], flags, ...flags.map((flag) => [flag])];
  return viewerKinds.flatMap((kind) =>
    sets.map((some) => viewerWith(kind, some)),
  );
};

function* nameFaults(
  row: RowSchema,
  field: string,
  { "x-nameOf": of, ...own }: Field,
): Generator<Fault> {
  if (of === undefined) return;
  const references = referencesOf(row).map((each) => each.field);
  if (!references.includes(of))
    yield fault("/x-nameOf", "nameOfNoReference", {
      name: of,
      hint: hintFor(of, references),
    });
  const isRequired = row.required?.includes(field) ?? false;
  if (!isText(own) || !mayBeEmpty(own) || own["x-core"] || isRequired)
    yield fault("/type", "nameType");
}

/** A copied field has one value of the same kind, which may be empty without a reference. */
function* copyFaults(
  row: RowSchema,
  field: string,
  { resources, rowOf }: Declared,
): Generator<Fault> {
  const own = row.properties[field] ?? {};
  const copy = own["x-copyOf"];
  if (!copy) return;
  const references = referencesOf(row).map((each) => each.field);
  if (!references.includes(copy.by))
    yield fault("/x-copyOf/by", "nameOfNoReference", {
      name: copy.by,
      hint: hintFor(copy.by, references),
    });
  const list = row.properties[copy.by]?.["x-record"]?.list;
  const target = resources.find(({ name, store }) => name === list && store);
  if (!target) return;
  const other = rowOf(target.row);
  const source = other.properties[copy.field];
  if (!source || !isInRecord(source)) {
    const names = Object.entries(other.properties).flatMap(([name, each]) =>
      isInRecord(each) ? [name] : [],
    );
    yield fault("/x-copyOf/field", "unknownField", {
      ...{ name: copy.field, row: other.$id },
      hint: hintFor(copy.field, names),
    });
    return;
  }
  // A write of the other row rewrites this one, and would not find rows that copy this one.
  if (copiesOf(other).length > 0)
    yield fault("/x-copyOf/by", "copyOfCopies", { row: other.$id });
  const isPossible =
    isFilledIn(own) &&
    !isState(own) &&
    !own["x-record"] &&
    mayBeEmpty(own) &&
    row.required?.includes(field) !== true &&
    isSameKind(own, source);
  if (!isPossible)
    yield fault("/x-copyOf/field", "copyType", { name: copy.field });
  const isLeak = viewersOf([own["x-access"], source["x-access"]]).some(
    (viewer) =>
      isVisible(row, { fields: [field] }, viewer) &&
      !isAllowed(source["x-access"], viewer),
  );
  if (isLeak)
    yield fault("/x-copyOf/field", "copyHidden", { name: copy.field });
  const isNeeded = Object.values(row.properties).some(
    ({ "x-states": transitions = [] }) =>
      transitions.some(({ requires = [] }) => requires.includes(field)),
  );
  if (isNeeded && other.required?.includes(copy.field) !== true)
    yield fault("/x-copyOf/field", "copyNeeded", { name: copy.field });
}

const singleTypes: readonly unknown[] = [
  ...["string", "integer", "number", "boolean"],
];

/** Returns whether every value of a field is a value of its copy. */
const isSameKind = (copy: Field, source: Field): boolean =>
  singleTypes.includes(fieldType(copy)) &&
  fieldType(copy) === fieldType(source) &&
  copy.format === source.format &&
  choicesOf(copy) === choicesOf(source) &&
  (copy.maxLength === undefined ||
    (source.maxLength !== undefined && source.maxLength <= copy.maxLength));

const choicesOf = ({ enum: choices = [] }: Field): string =>
  choices.filter((choice) => choice !== null).join("\n");
