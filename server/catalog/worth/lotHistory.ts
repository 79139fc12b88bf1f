import type { Context } from "../../workspace/context";
import { turnovers } from "../lotKinds";
import type { LotRow } from "../lotQueries";
import { lotSources, type LotArea } from "../lotSource";

/** A field of lots and its column, which holds a number. */
export type ComparedField = { field: string; column: keyof LotRow };

/** How the lots of a kind are compared with earlier ones, by `x-history`. */
export type LotHistory = {
  row: string;
  coming: LotArea;
  past: LotArea;
  variant: ComparedField;
  /** Fields that must be equal: a lot with other values is another vehicle. */
  same: readonly ComparedField[];
  /** The indexes of earlier lots begin with the chassis code, which bikes lack. */
  hasChassis: boolean;
};

/** Returns the histories that the row schemas declare. */
export const lotHistories = ({
  schemas,
}: Pick<Context, "schemas">): LotHistory[] =>
  turnovers.flatMap(({ from, to }) => {
    const source = lotSources.find(({ row }) =>
      schemas.row(row)["x-areas"]?.includes(from),
    );
    const declared = source && schemas.row(source.row)["x-history"];
    if (!declared) return [];
    const compared = (field: string): ComparedField[] => {
      const storage = source.fields[field];
      return storage?.kind === "column" || storage?.kind === "term"
        ? [{ field, column: storage.column as ComparedField["column"] }]
        : [];
    };
    const [variant] = compared(declared.variant);
    const same = declared.same.flatMap(compared);
    if (!variant || same.length < declared.same.length) return [];
    const hasChassis = source.fields.chassis !== undefined;
    const { row } = source;
    return [{ row, coming: from, past: to, variant, same, hasChassis }];
  });

/** Returns the stored numbers of fields; null unless the lot has all of them. */
export function storedNumbers(
  stored: LotRow,
  fields: readonly ComparedField[],
): number[] | null {
  const values = fields.map(({ column }) => stored[column]);
  return values.every((value) => typeof value === "number") ? values : null;
}
