import { isDeepStrictEqual } from "node:util";
import { languageNames } from "../../../domain/limits";
import type { RowSchema } from "../../../domain/resource";
import type { Messages } from "../../platform/messages";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import type { Steps } from "../../platform/steps";
import { checkLabels } from "./checkLabels";
import { checkLocales } from "./checkLocales";
import type { CheckedParts } from "./checkSources";
import { importWarnings } from "./importRules";

/**
 * Returns the warnings about valid declarations: missing texts, unknown
 * vocabularies, fields that one row hides and another shows, and keys of imports that are not
 * unique. The linter
 * reports them as mistakes.
 */
export function* findWarnings(
  parts: Pick<CheckedParts, "resources" | "schemas" | "messages"> &
    Partial<Pick<CheckedParts, "dashboards">>,
): Steps<Problem[]> {
  yield;
  const labels = checkLabels(parts);
  yield;
  const locales = checkLocales(parts.messages);
  yield;
  return [
    ...labels,
    ...locales,
    ...checkVocabularies(parts),
    ...fieldsShownElsewhere(parts.schemas),
    ...parts.resources.flatMap((resource) => {
      const row = parts.schemas.row(resource.row);
      const file = `resources/${resource.name}.json`;
      return [...importWarnings(resource, row)].map((found) => ({
        ...{ file, ...found },
      }));
    }),
  ];
}

const rowsOf = (schemas: Pick<SchemaRegistry, "all" | "row">): RowSchema[] =>
  schemas
    .all()
    .filter(isRow)
    .map(({ $id }) => schemas.row(String($id)));

/** A row that copies fields of another must give them the same `x-access`. */
function fieldsShownElsewhere(schemas: SchemaRegistry): Problem[] {
  const rows = rowsOf(schemas);
  return rows.flatMap((row) =>
    Object.entries(row.properties).flatMap(([name, field]): Problem[] => {
      const stricter = rows.find((other) => {
        if (other["x-copies"] !== row.$id && row["x-copies"] !== other.$id)
          return false;
        const access = other.properties[name]?.["x-access"];
        return access && !isDeepStrictEqual(access, field["x-access"]);
      });
      if (!stricter) return [];
      const pointer = `/properties/${escapePointer(name)}`;
      const other = `schemas/${stricter.$id}.json`;
      const file = `schemas/${row.$id}.json`;
      const found = fault(pointer, "accessDiffers", { other });
      return [{ file, ...found, severity: "warning" }];
    }),
  );
}

/**
 * Returns the fields whose vocabulary no locale has. These are warnings: the app then
 * shows the values without a translation.
 */
function checkVocabularies({
  schemas,
  messages,
}: {
  schemas: Pick<SchemaRegistry, "all" | "row">;
  messages: Messages;
}): Problem[] {
  const known = knownVocabularies(messages);
  const rows = rowsOf(schemas);
  return rows.flatMap((row) =>
    Object.entries(row.properties).flatMap(([field, schema]): Problem[] => {
      const named: [string, string | undefined][] = [
        ["x-vocabulary", schema["x-vocabulary"]],
        ["x-labelChoice/vocabulary", schema["x-labelChoice"]?.vocabulary],
      ];
      return named.flatMap(([key, name]): Problem[] => {
        if (name === undefined || known.has(name)) return [];
        const pointer = `/properties/${escapePointer(field)}/${key}`;
        const hint = hintFor(name, known);
        const found = fault(pointer, "unknownVocabulary", { name, hint });
        const file = `schemas/${row.$id}.json`;
        return [{ file, ...found, severity: "warning" }];
      });
    }),
  );
}

/** Returns the names below `vocabularies` in any language. */
function knownVocabularies(messages: Messages): ReadonlySet<string> {
  const keys = languageNames.flatMap((language) => [
    ...messages.texts(language).keys(),
  ]);
  return new Set(
    keys.flatMap((key) => {
      const [group, name] = key.split(".");
      return group === "vocabularies" && name !== undefined ? [name] : [];
    }),
  );
}
