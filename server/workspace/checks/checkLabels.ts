import { summaryField, summaryKey } from "../../../domain/summary";
import { chosenLabelKey } from "../../../domain/chosenLabel";
import type { Dashboard } from "../../../domain/dashboard";
import { isFileField } from "../../../domain/fileField";
import { languageNames } from "../../../domain/limits";
import {
  filterId,
  isFoldedGroup,
  versionField,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Messages } from "../../platform/messages";
import { nearest } from "../../platform/nearest";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { schemaFile } from "../../platform/schemas/schemaFile";
import { findPart } from "../../platform/schemas/schemaPart";

type Schemas = Pick<SchemaRegistry, "all">;

/** A label, and the locale keys under which it is looked up, in this order. */
type Label = { file: string; pointer: string; keys: string[] };

/**
 * Returns the labels that a language lacks and the statuses without a color.
 * These are warnings: the app then shows the title of the schema or the value.
 */
export function checkLabels(options: {
  resources: readonly Resource[];
  dashboards?: readonly Dashboard[];
  schemas: Pick<SchemaRegistry, "all" | "row">;
  messages: Messages;
}): Problem[] {
  const { resources, dashboards = [], schemas, messages } = options;
  const labels = [
    ...resources.flatMap((resource) => [
      ...listLabels(resource),
      ...fieldLabels(resource, schemas.row(resource.row)),
      ...pageLabels(resource, schemas),
    ]),
    ...dashboards.flatMap(dashboardLabels),
  ];
  const inUse = new Set(labels.flatMap(({ keys }) => keys));
  const missing = new Map<string, Problem>();
  for (const { file, pointer, keys } of labels) {
    const found = missingLabel(messages, keys, inUse);
    if (found)
      missing.set(`${file} ${pointer} ${found.reason}`, {
        file,
        ...found,
        pointer,
        severity: "warning",
      });
  }
  const definitions = schemas.all().find(({ $id }) => $id === "definitions");
  const withoutColor = resources.flatMap((resource) =>
    colorProblems(
      resource,
      schemas.row(resource.row),
      definitions?.definitions,
    ),
  );
  return [...missing.values(), ...withoutColor];
}

const dashboardLabels = ({ name, tiles }: Dashboard): Label[] => {
  const file = `dashboards/${name}.json`;
  return [
    { file, pointer: "/name", keys: [`dashboards.${name}.title`] },
    ...tiles.map(({ id }, index) => ({
      file,
      pointer: `/tiles/${index}`,
      keys: [`dashboards.${name}.tiles.${id}`],
    })),
  ];
};

function listLabels(resource: Resource): Label[] {
  const { name, row, columns, filters, sorts, search } = resource;
  const group = resource.menu?.group;
  const { summary = [], actions = [], form, extends: base } = resource;
  const { timelines = [] } = resource;
  const ofField = (id: string) => `fields.${row}.${id}`;
  const own = (key: string) => `resources.${name}.${key}`;
  /** A list also has the labels of the list that it extends. */
  const shared = (key: string) =>
    [name, ...(base ? [base] : [])].map((list) => `resources.${list}.${key}`);
  const labels = [
    { pointer: "/name", keys: [own("title")] },
    ...columns.map(({ id, fields: [first = ""] }, index) => ({
      pointer: `/columns/${index}`,
      keys: [...shared(`columns.${id}`), ofField(first)],
    })),
    ...filters.map((filter, index) => ({
      pointer: `/filters/${index}`,
      keys: [...shared(`filters.${filterId(filter)}`), ofField(filter.field)],
    })),
    ...summary.map((entry, index) => ({
      pointer: `/summary/${index}`,
      keys: [
        ...shared(`summary.${summaryKey(entry)}`),
        ofField(summaryField(entry)),
      ],
    })),
    ...sorts.map((sort, index) => ({
      pointer: `/sorts/${index}`,
      keys: [ofField(sort.field)],
    })),
    ...(search?.parameters ?? []).map(({ value }, index) => ({
      pointer: `/search/parameters/${index}`,
      keys: [`list.search.by.${value}`],
    })),
    // A transition is named by its state.
    ...actions.flatMap((action, index) =>
      action.moves !== undefined
        ? []
        : [
            {
              pointer: `/actions/${index}`,
              keys: shared(`actions.${action.id}`),
            },
          ],
    ),
    ...(form?.sections ?? []).map(({ id }, index) => ({
      pointer: `/form/sections/${index}`,
      keys: [...shared(`form.${id}`), `sections.${row}.${id}`],
    })),
    ...timelines.map(({ id }, index) => ({
      pointer: `/timelines/${index}`,
      keys: [own(`timelines.${id}`)],
    })),
    { pointer: "/row", keys: [`list.found.${row}`] },
    ...(isFoldedGroup(group)
      ? [{ pointer: "/menu/group", keys: [`shell.menu.groups.${group}`] }]
      : []),
  ];
  return labels.map((label) => ({ file: `resources/${name}.json`, ...label }));
}

/** Returns the labels of the fields, choices and units that a list shows. */
function fieldLabels(resource: Resource, row: RowSchema): Label[] {
  const { columns, card, filters, store, summary = [] } = resource;
  const { title = [], lines = [], ...single } = card ?? {};
  const used = new Set([
    // People fill in and read all fields of a row that the program stores.
    ...(store
      ? Object.keys(row.properties).filter((name) => name !== versionField)
      : []),
    ...columns.flatMap(({ fields }) => fields),
    ...filters.map(({ field }) => field),
    ...summary.map(summaryField),
    ...title,
    ...lines.flat(),
    ...Object.values(single),
  ]);
  return Object.entries(row.properties)
    .filter(([name]) => used.has(name))
    .flatMap(([name, field]) =>
      [
        ...(store ? [{ step: "", key: `fields.${row.$id}.${name}` }] : []),
        ...chosenLabels(row.$id, name, field),
        ...choiceLabels(row.$id, name, field),
        ...(store ? entryLabels(row.$id, name, field) : []),
        ...unitLabels(field),
      ].map(({ step, key }) => ({
        file: `schemas/${row.$id}.json`,
        pointer: `/properties/${escapePointer(name)}${step}`,
        keys: [key],
      })),
    );
}

/**
 * Returns the headings of the sections on a row's page, and the labels, choices
 * and headings of its forms.
 */
function pageLabels(
  { row, calls, store, actions = [] }: Resource,
  schemas: Schemas,
): Label[] {
  const { detail, create, update } = calls;
  return [
    ...(detail || store ? schemaLabels(row, schemas) : []),
    ...[create, update].flatMap((form) =>
      form ? schemaLabels(form.body, schemas) : [],
    ),
    ...actions.flatMap(({ body, values, undo }) =>
      body === undefined
        ? []
        : schemaLabels(body, schemas, { ...values, ...undo }),
    ),
  ];
}

/** Returns the labels of a row schema or a body, without those in `fixed`. */
function schemaLabels(
  reference: string,
  schemas: Schemas,
  fixed: object = {},
): Label[] {
  const [schema = "", pointer = ""] = reference.split("#");
  const isBody = pointer !== "";
  const part = findPart(schemas, reference) ?? {};
  const { properties, "x-texts": texts } = part;
  if (!isObject(properties)) return [];
  const id = typeof texts === "string" ? texts : schema;
  const file = schemaFile(reference);
  const asked = Object.entries(properties).filter(
    ([name]) => !Object.hasOwn(fixed, name),
  );
  const [[, first] = []] = asked;
  // The buttons of a single choice have the texts of the field that they patch.
  if (isBody && asked.length === 1 && isObject(first) && first.enum) return [];
  return asked.flatMap(([name, field]): Label[] => {
    if (!isObject(field)) return [];
    const place = `${pointer}/properties/${escapePointer(name)}`;
    const { "x-section": section, items } = field;
    const headings = [
      ...(typeof section === "string"
        ? [{ section, file, pointer: `${place}/x-section` }]
        : []),
      ...choiceSections(items, { file, place, schemas }),
    ];
    const own = [
      { step: "", key: `fields.${id}.${name}` },
      ...choiceLabels(id, name, field),
    ];
    return [
      ...(isBody ? own : []).map(({ step, key }) => ({
        file,
        pointer: place + step,
        keys: [key],
      })),
      ...headings.map(({ section: heading, ...at }) => ({
        ...at,
        keys: [`sections.${id}.${heading}`],
      })),
    ];
  });
}

/** Returns the sections in `x-sections` of the entries of a list. */
function choiceSections(
  items: unknown,
  { file, place, schemas }: { file: string; place: string; schemas: Schemas },
) {
  if (!isObject(items)) return [];
  const { $ref: reference } = items;
  const isReference = typeof reference === "string";
  const entry = isReference ? findPart(schemas, reference) : items;
  const sections = entry?.["x-sections"];
  const at = isReference
    ? { file: schemaFile(reference), pointer: reference.split("#")[1] ?? "" }
    : { file, pointer: `${place}/items` };
  return Object.keys(isObject(sections) ? sections : {}).map((section) => ({
    section,
    file: at.file,
    pointer: `${at.pointer}/x-sections/${section}`,
  }));
}

/** Returns the labels of a field that names a choice of the reader. */
const chosenLabels = (
  row: string,
  name: string,
  { "x-labelChoice": named }: Field,
) =>
  named
    ? [chosenLabelKey(row, name), `missingChoices.${named.choice}`].map(
        (key) => ({ step: "/x-labelChoice", key }),
      )
    : [];

const choiceLabels = (row: string, name: string, field: Field) => {
  const key = (value: unknown, words = name) =>
    `choices.${row}.${words}.${String(value)}`;
  const others = Object.values(field["x-choicesFor"] ?? {}).flatMap((names) =>
    Object.values(names),
  );
  const values = (field.enum ?? []).flatMap((value, index) =>
    value === null || typeof value === "boolean"
      ? []
      : [name, ...others].map((words) => ({
          step: `/enum/${index}`,
          key: key(value, words),
        })),
  );
  const groups = Object.keys(field["x-groups"] ?? {}).map((group) => ({
    step: `/x-groups/${escapePointer(group)}`,
    key: key(group),
  }));
  return [...values, ...groups];
};

/** Returns the labels of the fields in the entries of a list of objects. */
const entryLabels = (row: string, name: string, of: Field) =>
  Object.entries(isFileField(of) ? {} : (of.items?.properties ?? {})).flatMap(
    ([part, field]) => [
      {
        step: `/items/properties/${part}`,
        key: `entries.${row}.${name}.fields.${part}`,
      },
      ...choiceLabels(row, `${name}.${part}`, field).map(({ step, key }) => ({
        step: `/items/properties/${part}${step}`,
        key,
      })),
    ],
  );

const unitLabels = ({ "x-unit": unit }: Field) =>
  unit === undefined
    ? []
    : [`list.units.${unit}`, `list.export.units.${unit}`].map((key) => ({
        step: "/x-unit",
        key,
      }));

function missingLabel(
  messages: Messages,
  keys: readonly string[],
  inUse: ReadonlySet<string>,
) {
  const lacking = languageNames.filter(
    (language) => !keys.some((key) => messages.has(language, key)),
  );
  if (lacking.length === 0) return null;
  const [first = ""] = keys;
  const section = first.slice(0, first.lastIndexOf(".") + 1);
  // A key that another label uses is not a misspelt key of this one.
  const unused = [...messages.texts(lacking[0] ?? "en").keys()]
    .filter((key) => key.startsWith(section) && !inUse.has(key))
    .map((key) => key.slice(section.length));
  const name = nearest(first.slice(section.length), unused);
  return fault("", "labelMissing", {
    languages: lacking.join(", "),
    keys: keys.join(", "),
    hint: name ? { id: "hintNearest", values: { name: section + name } } : "",
  });
}

/**
 * The cell of a status has a color for each value of the definition with the
 * cell's name (schemas/definitions.json). Other values have no color.
 */
function colorProblems(
  { columns }: Resource,
  row: RowSchema,
  definitions: unknown,
): Problem[] {
  return columns.flatMap(({ cell = "", fields: [name = ""] }) => {
    const definition = isObject(definitions) ? definitions[cell] : undefined;
    if (!isObject(definition) || !Array.isArray(definition.enum)) return [];
    const known: readonly unknown[] = definition.enum;
    return (row.properties[name]?.enum ?? []).flatMap(
      (value, index): Problem[] => {
        if (value === null || known.includes(value)) return [];
        const pointer = `/properties/${escapePointer(name)}/enum/${index}`;
        const found = fault(pointer, "colorMissing", {
          value: String(value),
          cell,
          values: known.join(", "),
        });
        const file = `schemas/${row.$id}.json`;
        return [{ file, ...found, severity: "warning" }];
      },
    );
  });
}
