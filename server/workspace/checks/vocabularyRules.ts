import type { Messages } from "../../platform/messages";
import { languageNames } from "../../../domain/limits";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type { SchemaRegistry } from "../../platform/schemas/registry";

/**
 * Returns the fields whose vocabulary no locale has. These are warnings: the app then
 * shows the values without a translation.
 */
export function checkVocabularies({
  schemas,
  messages,
}: {
  schemas: Pick<SchemaRegistry, "all" | "row">;
  messages: Messages;
}): Problem[] {
  const known = knownVocabularies(messages);
  const rows = schemas
    .all()
    .filter(isRow)
    .map(({ $id }) => schemas.row(String($id)));
  return rows.flatMap((row) =>
    Object.entries(row.properties).flatMap(([field, schema]): Problem[] => {
      const name = schema["x-vocabulary"];
      if (name === undefined || known.has(name)) return [];
      const pointer = `/properties/${escapePointer(field)}/x-vocabulary`;
      const hint = hintFor(name, known);
      const found = fault(pointer, "unknownVocabulary", { name, hint });
      const file = `schemas/${row.$id}.json`;
      return [{ file, ...found, severity: "warning" }];
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
