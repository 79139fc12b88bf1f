import { listsPath } from "../../../domain/listing/defaultCalls";
import {
  keyValue,
  readFieldsBody,
  rowValueField,
  todayValue,
  type Action,
  type Resource,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Fault } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { findPart } from "../../platform/schemas/schemaPart";
import { show } from "../../platform/schemas/schemaReason";

export type Known = {
  schemas: SchemaRegistry;
  /** Some schemas are invalid; a body that is missing is not reported. */
  areSchemasPartial: boolean;
};

/**
 * Yields the mistakes in the writes and actions of a declaration: bodies and
 * properties that do not exist, and calls without the path that they need.
 */
export function* callFaults(
  resource: Resource,
  known: Known,
): Generator<Fault> {
  const { calls, actions = [], row, store, rowPanel } = resource;
  if (rowPanel === "history" && !calls.history)
    yield fault("/rowPanel", "panelNeedsHistory");
  for (const name of ["create", "update", "remove", "history"] as const) {
    const call = calls[name];
    if (!call) continue;
    const pointer = `/calls/${name}`;
    if (!store && call.path.startsWith(`${listsPath}/`))
      yield fault(pointer, "callNeedsPath");
    if (name !== "create" && !call.path.includes("/:id"))
      yield fault(`${pointer}/path`, "pathNeedsId");
    if ("body" in call) yield* bodyFaults(`${pointer}/body`, call.body, known);
    if (store) yield* storedCallFaults(pointer, call, storedCalls(row)[name]);
  }
  for (const [index, action] of actions.entries())
    yield* actionFaults(`/actions/${index}`, action, known);
  yield* columnActionFaults(resource, known);
}

/**
 * Yields the actions of columns that do not exist, are not for rows, or do not
 * ask for the value of the column's first field alone.
 */
function* columnActionFaults(
  { columns, actions = [] }: Resource,
  known: Known,
): Generator<Fault> {
  const ofRows = actions.filter(({ on }) => on.includes("row"));
  for (const [index, { action: id, fields }] of columns.entries()) {
    if (id === undefined) continue;
    const pointer = `/columns/${index}/action`;
    const action = ofRows.find((each) => each.id === id);
    const names = ofRows.map((each) => each.id);
    if (!action) {
      const hint = hintFor(id, names);
      yield fault(pointer, "unknownRowAction", { name: id, hint });
      continue;
    }
    const properties = propertiesOf(action.body, known);
    if (properties === null) continue;
    const [field = ""] = fields;
    const asked = askedProperties(action, properties).map(([name]) => name);
    if (asked.length !== 1 || action.patch?.[field] !== asked[0])
      yield fault(pointer, "columnActionValue", { name: id, field });
  }
}

/** Returns the properties of its body that an action asks for. */
const askedProperties = (
  { values = {}, undo = {} }: Action,
  properties: JsonSchema,
): [string, unknown][] =>
  Object.entries(properties).filter(
    ([name]) => !Object.hasOwn(values, name) && !Object.hasOwn(undo, name),
  );

/** The methods and bodies of the calls that the program answers itself. */
const storedCalls = (row: string) => ({
  create: { method: "POST", body: row },
  update: { method: "PUT", body: row },
  remove: { method: "DELETE" },
  history: {},
});

function* storedCallFaults(
  pointer: string,
  call: object,
  expected: Readonly<Record<string, string>>,
): Generator<Fault> {
  const declared = new Map(Object.entries(call));
  for (const [key, text] of Object.entries(expected)) {
    const value: unknown = declared.get(key);
    if (value === text) continue;
    const values = { expected: JSON.stringify(text), value: show(value) };
    yield fault(`${pointer}/${key}`, "mustEqual", values);
  }
}

function* actionFaults(
  pointer: string,
  action: Action,
  known: Known,
): Generator<Fault> {
  const { path, on, body, values = {}, shortcut = [] } = action;
  // Pasted lines find their rows by themselves.
  if (path.includes("/:id") && on.includes("list") && !action.paste)
    yield fault(`${pointer}/on/${on.indexOf("list")}`, "listHasNoRow");
  const properties = propertiesOf(body, known);
  // The program fills in the body of an action with `edits`.
  if (!action.edits) yield* actionBodyFaults(pointer, action, known);
  if (properties === null) return;
  if (action.edits)
    yield* constantFaults(pointer, { values, properties }, known);
  const asked = askedProperties(action, properties);
  if (shortcut.length > 1 && choicesOf(asked) < shortcut.length)
    yield fault(`${pointer}/shortcut`, "shortcutNeedsChoices");
}

/** Yields the constants that the edited fields cannot have. */
function* constantFaults(
  pointer: string,
  {
    values,
    properties,
  }: { values: NonNullable<Action["values"]>; properties: JsonSchema },
  { schemas }: Known,
): Generator<Fault> {
  for (const [name, value] of Object.entries(values)) {
    const field = properties[name];
    const isRead = value === keyValue || rowValueField(value) !== null;
    if (!isObject(field) || isRead) continue;
    if (value === todayValue && field.format === "date") continue;
    if (schemas.validator(field)(value).length === 0) continue;
    const choices = Array.isArray(field.enum) ? field.enum.map(String) : [];
    yield fault(`${pointer}/values/${escapePointer(name)}`, "whereValue", {
      field: name,
      value: show(value),
      hint: hintFor(String(value), choices),
    });
  }
}

/** Yields the names in `values`, `undo` and `patch` that the body lacks. */
function* actionBodyFaults(
  pointer: string,
  { on, body, values = {}, patch = {}, undo = {} }: Action,
  known: Known,
): Generator<Fault> {
  for (const [name, value] of Object.entries(values))
    if (
      on.includes("list") &&
      (value === keyValue || rowValueField(value) !== null)
    )
      yield fault(`${pointer}/values/${escapePointer(name)}`, "listHasNoRow");
  if (body === undefined) return;
  yield* bodyFaults(`${pointer}/body`, body, known);
  const named = [
    ...Object.keys(values).map((name) => ["values", name, name] as const),
    ...Object.keys(undo).map((name) => ["undo", name, name] as const),
    ...Object.entries(patch).map(
      ([field, name]) => ["patch", field, name] as const,
    ),
  ];
  const properties = propertiesOf(body, known);
  if (properties === null) return;
  for (const [part, key, name] of named)
    if (!Object.hasOwn(properties, name)) {
      const place = `${pointer}/${part}/${escapePointer(key)}`;
      const hint = hintFor(name, Object.keys(properties));
      yield fault(place, "unknownBodyField", { name, body, hint });
    }
}

/** Returns the number of values of the only property that the person fills in. */
function choicesOf(asked: readonly (readonly [string, unknown])[]): number {
  const [[, only] = []] = asked;
  if (asked.length !== 1 || !isObject(only)) return 0;
  const values: readonly unknown[] = Array.isArray(only.enum) ? only.enum : [];
  return values.filter((value) => value !== null).length;
}

/** Returns the properties of a body, or null if the body is not usable. */
export function propertiesOf(
  reference: string | undefined,
  known: Known,
): JsonSchema | null {
  if (reference === undefined) return {};
  const edited = readFieldsBody(reference);
  if (edited) {
    const { properties } = findPart(known.schemas, edited.row) ?? {};
    if (!isObject(properties)) return null;
    const { fields } = edited;
    const own = fields.filter((name) => Object.hasOwn(properties, name));
    return Object.fromEntries(own.map((name) => [name, properties[name]]));
  }
  if ([...bodyFaults("", reference, known)].length > 0) return null;
  const properties = findPart(known.schemas, reference)?.properties;
  return isObject(properties) ? properties : null;
}

type Schemas = Pick<SchemaRegistry, "all">;

const schemaOf = (id: string, schemas: Schemas) =>
  schemas.all().find(({ $id }) => $id === id);

function* bodyFaults(
  pointer: string,
  reference: string,
  known: Known,
): Generator<Fault> {
  const [id = "", part] = reference.split("#");
  const schema = schemaOf(id, known.schemas);
  const all = known.schemas.all();
  if (!schema) {
    if (known.areSchemasPartial) return;
    const hint = hintFor(
      id,
      all.map(({ $id }) => String($id)),
    );
    yield fault(pointer, "unknownSchema", { name: id, hint });
  } else if (part === undefined && !isRow(schema)) {
    const names = all.filter(isRow).map(({ $id }) => String($id));
    const hint = hintFor(id, names);
    yield fault(pointer, "unknownRow", { name: id, hint });
  } else if (!findPart(known.schemas, reference)) {
    const { definitions } = schema;
    const hint = hintFor(
      reference.split("/").at(-1) ?? "",
      isObject(definitions) ? Object.keys(definitions) : [],
    );
    yield fault(pointer, "unknownReference", { reference, hint });
  }
}
