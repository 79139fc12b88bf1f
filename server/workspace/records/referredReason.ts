import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { Resource } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import type { Context } from "../context";
import { cellOf, wordingIn } from "../export/exportColumns";
import { visibleData } from "./recordBody";
import type { RecordData } from "./recordQueries";

type Named = { resource: Resource; id: string; data: RecordData };

/**
 * Returns the sentence that names a record and a record that refers to it, each with its list
 * and the fields that the viewer sees.
 */
export const referredReason =
  (
    { schemas, messages }: Pick<Context, "schemas" | "messages">,
    viewer: Viewer,
    { referred, referring }: { referred: Named; referring: Named },
  ) =>
  (language: Language): string => {
    const wording = wordingIn(messages, language);
    const listOf = ({ resource: { name } }: Named) =>
      wording(`resources.${name}.title`, name);
    const nameOf = ({ resource, id, data }: Named) => {
      const row = visibleRow(schemas.row(resource.row), viewer);
      const values = visibleData(data, row);
      const { card, columns } = resource;
      const names = card?.title ?? columns[0]?.fields.slice(0, 1) ?? [];
      const texts = names.flatMap((name) => {
        const field = row.properties[name];
        const value = values[name];
        if (!field || value === undefined || value === null) return [];
        const named = { row: row.$id, name, field };
        const cell = cellOf(named, { viewer, language, wording })(value);
        return typeof cell === "object" ? [] : [String(cell)];
      });
      return texts.join(" ") || `#${id}`;
    };
    return messages.translate(language, "errors.record_referred_by", {
      row: nameOf(referred),
      list: listOf(referred),
      other: nameOf(referring),
      otherList: listOf(referring),
    });
  };
