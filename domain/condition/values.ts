import { fieldType, isDate, type Field } from "../resource";

/** How the values of a field are ordered, for `atLeast` and `atMost`. */
export type ValueOrder = "number" | "date" | "enum" | "none";

/** Returns the order of a field's values. Words of a dictionary have no order of their own. */
export function orderOf(field: Field): ValueOrder {
  if (field["x-dictionary"]) return "none";
  if (field.enum) return "enum";
  if (isDate(field)) return "date";
  const type = fieldType(field);
  return type === "integer" || type === "number" ? "number" : "none";
}

/** Returns the members of a group, or the value itself if it is no group. */
export function groupMembers(field: Field, value: string): string[] {
  const groups = new Map(Object.entries(field["x-groups"] ?? {}));
  return (groups.get(value) ?? [value]).map(String);
}

type Ends = {
  atLeast?: string | number | undefined;
  atMost?: string | number | undefined;
};

/** Returns the enum values between both ends, in the order of the schema. */
export function enumRange(field: Field, { atLeast, atMost }: Ends): string[] {
  const values = (field.enum ?? [])
    .filter((value) => value !== null)
    .map(String);
  const first = atLeast === undefined ? 0 : values.indexOf(String(atLeast));
  const last =
    atMost === undefined ? values.length - 1 : values.indexOf(String(atMost));
  if (first < 0 || last < 0) throw new Error("No such enum value");
  return values.slice(first, last + 1);
}
