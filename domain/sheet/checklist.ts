import type { Language } from "../limits";
import rows from "./words/rows.json";

/** The 31 rows of the checklist, in the order of a sheet. */
export const checklistRows: readonly {
  id: string;
  /** The fields of the lot that the row repeats. */
  fields: readonly string[];
  /** The printed name of the row. */
  ja: string;
  names: Readonly<Record<Language, string>>;
}[] = rows.map(({ id, fields, ja, en, ru }) => ({
  id,
  fields,
  ja,
  names: { en, ru },
}));
