import { languages, type Language } from "../../../domain/limits";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Messages } from "../../platform/messages";
import { suggest } from "../../platform/nearest";
import type { Problem } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { fieldTexts, listTexts, type WantedText } from "./wantedTexts";

const languageNames = Object.keys(languages) as Language[];

/**
 * Words that a language lacks: labels of lists, columns, filters and orders,
 * choices, tabs, units; and statuses without a colour. Such a part is still
 * shown, under the English title of its schema or as its value, so a missing
 * one stops no program; lint refuses it.
 */
export function checkLabels(options: {
  resources: readonly Resource[];
  schemas: Pick<SchemaRegistry, "all" | "row">;
  messages: Messages;
}): Problem[] {
  const { resources, schemas, messages } = options;
  const definitions = schemas.all().find(({ $id }) => $id === "definitions");
  const wanted = resources.flatMap((resource): WantedText[] => {
    const row = schemas.row(resource.row);
    return [...listTexts(resource), ...fieldTexts(resource, row)];
  });
  const told = new Set<string>();
  const missing = wanted.flatMap(({ file, pointer, keys }): Problem[] => {
    const reason = missingText(messages, keys);
    const place = `${file} ${pointer} ${reason ?? ""}`;
    if (reason === null || told.has(place)) return [];
    told.add(place);
    return [{ file, pointer, reason }];
  });
  const colourless = resources.flatMap((resource) =>
    colourFaults(resource, {
      row: schemas.row(resource.row),
      definitions: definitions?.definitions ?? {},
    }),
  );
  return [...missing, ...colourless];
}

/** Which languages lack all of the keys, which are looked up in this order. */
function missingText(
  messages: Messages,
  keys: readonly string[],
): string | null {
  const lacking = languageNames.filter(
    (language) => !keys.some((key) => messages.has(language, key)),
  );
  const [first = ""] = keys;
  if (lacking.length === 0) return null;
  const section = first.slice(0, first.lastIndexOf(".") + 1);
  const beside = [...messages.texts(lacking[0] ?? "en").keys()].filter(
    (key) =>
      key.startsWith(section) && !key.slice(section.length).includes("."),
  );
  const near = suggest(first, beside);
  const hint = near.startsWith("; did") ? near : "";
  return `no text in ${lacking.join(" and ")}: ${keys.join(" or ")}${hint}`;
}

/**
 * A cell of a status colours the values of the definition that it is called
 * after (schemas/definitions.json); the colours are in domain/, by type. Any
 * other value would have none of its own.
 */
function colourFaults(
  { columns }: Resource,
  { row, definitions }: { row: RowSchema; definitions: object },
): Problem[] {
  const known = new Map<string, unknown>(Object.entries(definitions));
  return columns.flatMap(({ cell, fields: [name = ""] }): Problem[] => {
    const definition = cell && known.get(cell);
    if (!hasEnum(definition)) return [];
    const coloured = definition.enum;
    return (row.properties[name]?.enum ?? []).flatMap((value, index) =>
      value === null || coloured.includes(value)
        ? []
        : [
            {
              file: `schemas/${row.$id}.json`,
              pointer: `/properties/${name}/enum/${index}`,
              reason: `${String(value)} has no colour: the cell "${cell ?? ""}" has colours for ${coloured.join(", ")}`,
            },
          ],
    );
  });
}

const hasEnum = (value: unknown): value is { enum: readonly unknown[] } =>
  typeof value === "object" &&
  value !== null &&
  "enum" in value &&
  Array.isArray(value.enum);
