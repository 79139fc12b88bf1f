import { boardFilter } from "../../../domain/listing/boards";
import { fault } from "../../platform/problem";
import { rule, type Rule } from "./rules";

/**
 * Rules about the fields of boards: a column stands for a value of an enum, and its rows are
 * found and counted by a filter. Unknown fields are reported apart.
 */
export const boardRules: readonly Rule[] = [
  rule("boards/*", function* (name: string, { row, filters }) {
    const field = row.properties[name];
    if (!field) return;
    if (!field.enum) yield fault("", "boardNotEnum", { field: name });
    else if (!boardFilter({ filters: [...filters] }, row, name))
      yield fault("", "boardNeedsFilter", { field: name });
  }),
];
