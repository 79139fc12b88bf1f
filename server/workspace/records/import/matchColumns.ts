import { comparable } from "./comparable";
import type { ImportField } from "./importFields";

/** A column of the file, and the field that it fills. */
export type ImportColumn = {
  heading: string;
  /** Null if the column is left out. */
  field: string | null;
  state:
    | "matched"
    /** No field has this heading. */
    | "unknown"
    /** An earlier column fills the same field. */
    | "doubled"
    /** The program fills the field in. */
    | "program"
    /** The person leaves the column out. */
    | "ignored";
};

/**
 * Returns the columns of a file with the fields that they fill: by the names that the
 * person has chosen, else by their headings. A field has one column at most.
 */
export function matchColumns(
  header: readonly string[],
  {
    fields,
    program,
    chosen,
  }: {
    fields: readonly Pick<ImportField, "name" | "headings">[];
    /** The headings of fields that the program fills in. */
    program: readonly string[];
    /** A field for each column, null to leave it out. */
    chosen: readonly (string | null)[] | undefined;
  },
): ImportColumn[] {
  const taken = new Set<string>();
  return header.map((heading, index) => {
    const name = chosen ? chosen[index] : fieldBy(heading, fields);
    const field = fields.find((each) => each.name === name)?.name;
    if (field === undefined) {
      const isProgram = program.includes(comparableHeading(heading));
      const state = isProgram ? "program" : chosen ? "ignored" : "unknown";
      return { heading, field: null, state };
    }
    if (taken.has(field)) return { heading, field: null, state: "doubled" };
    taken.add(field);
    return { heading, field, state: "matched" };
  });
}

/** No label is longer. The rest of a longer heading is not compared. */
const longestHeading = 200;

const comparableHeading = (heading: string): string =>
  comparable(heading.slice(0, longestHeading));

/** Removes a unit behind a comma or in brackets. */
function withoutUnit(text: string): string {
  const starts = [
    text.lastIndexOf(","),
    text.endsWith(")") ? text.lastIndexOf("(") : -1,
  ].filter((at) => at !== -1);
  return text.slice(0, Math.min(...starts)).trimEnd();
}

function fieldBy(
  heading: string,
  fields: readonly Pick<ImportField, "name" | "headings">[],
): string | undefined {
  const text = comparableHeading(heading);
  return fieldOf(text, fields) ?? fieldOf(withoutUnit(text), fields);
}

/** A name wins over labels, and a heading that two fields have belongs to neither. */
function fieldOf(
  text: string,
  fields: readonly Pick<ImportField, "name" | "headings">[],
): string | undefined {
  const named = fields.find(({ name }) => name.toLowerCase() === text);
  const found = fields.filter(({ headings }) => headings.includes(text));
  return named?.name ?? (found.length === 1 ? found[0]?.name : undefined);
}
