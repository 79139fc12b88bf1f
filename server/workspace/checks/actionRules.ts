import { isFileField } from "../../../domain/fileField";
import { fieldType, type DeclaredAction } from "../../../domain/resource";
import { isFilledIn, isInRecord } from "../../../domain/computed/rule";
import { testsIn } from "../../../domain/condition/condition";
import { decidingFields } from "../../../domain/condition/shownFields";
import { confirmNames, panelNames } from "../../../generated/registeredNames";
import { isState } from "../../../domain/states";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Message } from "../../platform/problem";
import { rule, type Facts, type Rule } from "./rules";

/** Keys of the call that the program fills in for an action with `edits`. */
const ownKeys = [
  "method",
  "path",
  "download",
  "link",
  "body",
  "bulk",
  "patch",
] as const;
/** Keys of an action that changes rows. */
const writeKeys = ["body", "undo", "patch", "bulk", "edits"] as const;

/** Keys that mean nothing for an action whose values come from a spreadsheet. */
const notPastedKeys = ["values", "undo", "confirm", "shortcut"] as const;

/** Returns a rule that texts at a path are names which the browser registers. */
const registeredRule = (
  path: string,
  id: Message["id"],
  names: readonly string[],
): Rule =>
  rule(path, function* (name: unknown) {
    if (typeof name === "string" && !names.includes(name))
      yield fault("", id, { name, hint: hintFor(name, names) });
  });

/**
 * Rules about the call of an action, which is declared or filled in for its
 * `edits`, and about the registered rules and panels that lists name.
 */
export const actionRules: readonly Rule[] = [
  rule("actions/*", function* (action: DeclaredAction, facts) {
    if (action.moves !== undefined) {
      yield* moveFaults(action, action.moves, facts);
      return;
    }
    if (action.link && !action.download)
      yield fault("/link", "linkNeedsDownload");
    if (action.download) yield* downloadFaults(action);
    else if (action.method === "GET")
      yield fault("/method", "readNeedsDownload");
    if (action.on.includes("page") && !facts.resource.calls?.detail)
      yield fault(`/on/${action.on.indexOf("page")}`, "pageNeedsDetail");
    if (action.edits) yield* editFaults(action, action.edits, facts);
    else {
      yield* callFaults(action);
      yield* keyFaults(action, ["conditions"], "conditionNeedsEdits");
    }
    if (action.paste) yield* pasteFaults(action, action.paste, facts);
  }),
  rule("actions/*/paste/key/*", function* (name: string, { row }) {
    const field = row.properties[name];
    if (!field) {
      const hint = hintFor(name, Object.keys(row.properties));
      yield fault("", "unknownField", { name, row: row.$id, hint });
    } else if (!isInRecord(field) || fieldType(field) !== "string")
      yield fault("", "pasteKeyNotText", { name });
  }),
  rule("actions/*/edits/*", function* (name: string, { row }) {
    const names = Object.entries(row.properties).flatMap(([other, field]) =>
      isFilledIn(field) ? [other] : [],
    );
    if (isFileField(row.properties[name]))
      yield fault("", "editsFiles", { name });
    if (isState(row.properties[name] ?? {}))
      yield fault("", "editsState", { name });
    if (names.includes(name)) return;
    const id = row.properties[name] ? "editsCoreField" : "unknownField";
    const hint = hintFor(name, names);
    yield fault("", id, { name, row: row.$id, hint });
  }),
  registeredRule("actions/*/confirm", "unknownConfirm", confirmNames),
  registeredRule("rowPanel", "unknownPanel", panelNames),
];

/** Yields a fault for each of these keys that an action has. */
function* keyFaults(
  action: DeclaredAction,
  keys: readonly (keyof DeclaredAction)[],
  id: Message["id"],
): Generator<Fault> {
  for (const key of keys)
    if (action[key] !== undefined) yield fault(`/${key}`, id, { key });
}

function* callFaults(action: DeclaredAction): Generator<Fault> {
  const { method, path, body, download } = action;
  if (method === undefined && path === undefined)
    yield fault("", "actionNeedsCall");
  else if (method === undefined)
    yield fault("/method", "missing", { name: "method" });
  else if (path === undefined)
    yield fault("/path", "missing", { name: "path" });
  if (body === undefined && !download)
    yield* keyFaults(action, ["values", "undo", "patch"], "actionHasNoBody");
}

function* downloadFaults(action: DeclaredAction): Generator<Fault> {
  if (action.method !== undefined && action.method !== "GET")
    yield fault("/method", "downloadNeedsGet");
  yield* keyFaults(action, writeKeys, "downloadWritesNothing");
  const place = action.on.indexOf("selection");
  if (place >= 0) yield fault(`/on/${place}`, "downloadOfSelection");
}

function* pasteFaults(
  action: DeclaredAction,
  { key = [] }: NonNullable<DeclaredAction["paste"]>,
  { resource }: Facts,
): Generator<Fault> {
  const { edits = [], on } = action;
  if (!action.edits) yield fault("/paste", "pasteNeedsEdits");
  if (resource.single) yield fault("/paste", "pasteOfSingle");
  if (on.includes("row")) yield fault(`/on/${on.indexOf("row")}`, "pasteOnRow");
  yield* keyFaults(action, notPastedKeys, "pasteWith");
  for (const [index, name] of key.entries())
    if (edits.includes(name))
      yield fault(`/paste/key/${index}`, "pasteKeyEdited", { name });
}

/** Keys that the program fills in for an action with `moves`. */
const movedKeys = [
  ...ownKeys,
  "paste",
  ...(["edits", "values", "undo", "shortcut", "access", "back"] as const),
  "conditions",
] as const;

function* moveFaults(
  action: DeclaredAction,
  moves: string,
  { resource, row }: Facts,
): Generator<Fault> {
  if (!resource.store) yield fault("/moves", "editsNeedStore");
  const states = Object.entries(row.properties).flatMap(([name, field]) =>
    isState(field) ? [name] : [],
  );
  if (!states.includes(moves)) {
    const hint = hintFor(moves, states);
    yield fault("/moves", "movesNoState", { name: moves, row: row.$id, hint });
  }
  yield* keyFaults(action, movedKeys, "movesWithCall");
}

function* editFaults(
  action: DeclaredAction,
  edits: readonly string[],
  { resource, row }: Facts,
): Generator<Fault> {
  if (!resource.store) yield fault("/edits", "editsNeedStore");
  // The action would empty fields, which an undo could not fill again.
  const isWhole = (name: string) =>
    edits.includes(name) && !action.on.includes("selection");
  for (const [name, field] of Object.entries(row.properties))
    for (const deciding of decidingFields(field))
      if (edits.includes(deciding) && !isWhole(name))
        yield fault(`/edits/${edits.indexOf(deciding)}`, "editsDeciding", {
          field: deciding,
          name,
        });
  yield* keyFaults(action, ownKeys, "editsWithCall");
  for (const { pointer, test } of testsIn(action.conditions))
    if ("field" in test && !isInRecord(row.properties[test.field] ?? {}))
      yield fault(`/conditions${pointer}/field`, "conditionNotStored", {
        field: test.field,
      });
  for (const key of ["values", "undo"] as const)
    for (const name of Object.keys(action[key] ?? {}))
      if (!edits.includes(name))
        yield fault(`/${key}/${escapePointer(name)}`, "valueNotEdited", {
          name,
          hint: hintFor(name, edits),
        });
}
