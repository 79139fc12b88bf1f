import type { ValidationError } from "../../../../domain/fieldProblem";
import type { RowSchema } from "../../../../domain/resource";
import type { Text } from "../../../platform/errors";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../../platform/schemas/registry";
import { emptiedFields } from "../assertMoves";
import { cellFaults } from "../import/cellFaults";
import type { StoredRow } from "../import/storedRows";
import { mergeChanges } from "../recordBody";
import type { RecordData } from "../recordQueries";

/** Why a cell cannot be stored. `about` is another field of the row that has the fault then. */
export type ChangeFault = Text & { field: string; about?: string };

/**
 * Splits the changes of a row into those that the row can take together and the faults of the
 * others. A rule that another field of the row breaks is a fault of the change that breaks it.
 */
export function checkChanges(
  schemas: SchemaRegistry,
  {
    row,
    schema,
    stored,
    changes,
  }: {
    row: RowSchema;
    /** The `formSchema` of the row, cut to the author. */
    schema: JsonSchema;
    stored: StoredRow;
    changes: RecordData;
  },
): { changes: RecordData; faults: ChangeFault[] } {
  const faults: ChangeFault[] = [];
  const errorsOf = (tried: RecordData): readonly ValidationError[] => {
    const of = { schema, stored: stored.data, changes: tried };
    const { data, errors } = mergeChanges(schemas, of);
    const emptied = emptiedFields(row.properties, {
      ...{ before: stored.data, after: data },
    });
    return [
      // The errors of `then` or `else` say what is wrong.
      ...errors.filter(({ keyword }) => keyword !== "if"),
      ...emptied.map((missingProperty) => ({
        keyword: "required",
        instancePath: "",
        params: { missingProperty },
      })),
    ];
  };
  let good = changes;
  while (Object.keys(good).length > 0) {
    const [first] = cellFaults([], errorsOf(good), {
      ...{ columns: [], values: good },
    });
    if (!first) break;
    const { field: broken, key, values } = first;
    const reason = { key, ...(values && { values }) };
    const isSolvedBy = (name: string) =>
      cellFaults([], errorsOf(without(good, [name])), {
        ...{ columns: [], values: good },
      }).every(({ field }) => field !== broken);
    const names = Object.keys(good);
    const own = broken !== null && names.includes(broken) ? broken : undefined;
    const culprit = own ?? names.find(isSolvedBy);
    const refused = culprit === undefined ? names : [culprit];
    for (const field of refused)
      faults.push({
        ...{ ...reason, field },
        ...(broken !== null && broken !== field && { about: broken }),
      });
    good = without(good, refused);
  }
  return { changes: good, faults };
}

const without = (data: RecordData, names: readonly string[]): RecordData =>
  Object.fromEntries(
    Object.entries(data).filter(([name]) => !names.includes(name)),
  );
