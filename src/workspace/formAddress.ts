import { fieldType, type RowSchema } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";

/** The prefix of the parameters with the first values of a new row: `set.order=7`. */
const prefix = "set.";

/** The state of a history entry that names the page to which a form returns. */
export const backTo = (path: string): { back: string } => ({ back: path });

/** Returns the page to which a form returns, if the link to the form named one. */
export function backOf(state: unknown): string | undefined {
  const { back } = (state ?? {}) as { back?: unknown };
  return typeof back === "string" ? back : undefined;
}

/** Returns the address of the form of a new row that begins with a value of a field. */
export const newRowAddress = (
  create: string,
  field: string,
  value: string,
): string =>
  `${create}?${new URLSearchParams({ [prefix + field]: value }).toString()}`;

/**
 * Returns the values with which the address of a form begins a new row; undefined without any.
 * Only texts and numbers of the row can be given.
 */
export function valuesIn(
  query: URLSearchParams,
  { properties }: Pick<RowSchema, "properties">,
): Row | undefined {
  const values = [...query].flatMap(([key, text]): [string, unknown][] => {
    const name = key.startsWith(prefix) ? key.slice(prefix.length) : "";
    const field = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    if (!field) return [];
    const type = fieldType(field);
    if (type === "string") return [[name, text]];
    const isNumber = type === "integer" || type === "number";
    return isNumber && Number.isFinite(Number(text))
      ? [[name, Number(text)]]
      : [];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
