import { languages, type Language } from "../../domain/limits";
import { filterId, type Resource } from "../../domain/resource";
import type { Messages } from "../platform/messages";
import type { Problem } from "../platform/problem";

const languageNames = Object.keys(languages) as Language[];

/**
 * Labels that a language lacks. Such a part is still shown, under the English
 * title of its schema, so a missing label stops no program; lint refuses it.
 */
export function checkLabels(
  resources: readonly Resource[],
  messages: Messages,
): Problem[] {
  return resources.flatMap((resource) =>
    labelsOf(resource).flatMap(({ pointer, keys }) => {
      const missing = languageNames.filter(
        (language) => !keys.some((key) => messages.has(language, key)),
      );
      if (missing.length === 0) return [];
      const file = `resources/${resource.name}.json`;
      const reason = `no label in ${missing.join(" and ")}: ${keys.join(" or ")}`;
      return [{ file, pointer, reason }];
    }),
  );
}

/** The locale keys that a part's label is looked for under, in order. */
function labelsOf({ name, row, columns, filters, sorts }: Resource) {
  const field = (id: string) => `fields.${row}.${id}`;
  return [
    { pointer: "/name", keys: [`resources.${name}.title`] },
    ...columns.map(({ id, fields: [first = ""] }, index) => ({
      pointer: `/columns/${index}`,
      keys: [`resources.${name}.columns.${id}`, field(first)],
    })),
    ...filters.map((filter, index) => ({
      pointer: `/filters/${index}`,
      keys: [
        `resources.${name}.filters.${filterId(filter)}`,
        field(filter.field),
      ],
    })),
    ...sorts.map((sort, index) => ({
      pointer: `/sorts/${index}`,
      keys: [field(sort.field)],
    })),
  ];
}
