import type { Resource } from "./resource";

/** How a section of a form fills fields from a record of another list. */
export type FormFill = NonNullable<
  NonNullable<Resource["form"]>["sections"][number]["fillFrom"]
>;

/** Returns the ways in which the form of a list fills fields, in the order of its sections. */
export const fillsOf = ({ form }: Pick<Resource, "form">): FormFill[] =>
  (form?.sections ?? []).flatMap(({ fillFrom }) => fillFrom ?? []);

/**
 * Returns the values that a record of the other list gives to the fields; null for a value
 * that the record lacks, so that nothing of an earlier choice stays.
 */
export const filledValues = (
  { fields }: Pick<FormFill, "fields">,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, from]) => [name, record[from] ?? null]),
  );
