import { sql, type RawBuilder } from "kysely";
import type { Formula, FormulaCase } from "../../../domain/computed/formula";
import type { CompiledStep, StepRow } from "../../../domain/computed/step";
import type { RowSchema } from "../../../domain/resource";
import { fieldValue } from "../listing/source/fieldSql";
import {
  fieldOf,
  storageOf,
  type FieldStorage,
  type RowSource,
} from "../listing/source/rowSource";
import type { Formulas } from "./formulas";

type Sql = RawBuilder<unknown>;
type Place = { source: RowSource; row: RowSchema };

/** Returns the source with its computed fields as expressions, for filters and sorts. */
export function withFormulas(
  source: RowSource,
  row: RowSchema,
  formulas: Formulas | null | undefined,
): RowSource {
  if (!formulas) return source;
  const fields = [...formulas.byField].map(
    ([name, formula]): [string, FieldStorage] => [
      name,
      {
        kind: "expression",
        // Made for the statements that use it: it contains all records of the tables.
        get expression() {
          return formulaSql({ source, row }, formula);
        },
      },
    ],
  );
  return {
    ...source,
    fields: { ...source.fields, ...Object.fromEntries(fields) },
  };
}

/**
 * Returns the SQL of a computed field: the same number as `computeSum`. The records are
 * parameters, so that the sum has the tables of one moment.
 */
function formulaSql(place: Place, { cases }: Formula): Sql {
  const branches = cases.map((sum) =>
    sum.only === null
      ? sql`when true then ${caseSql(place, sum)}`
      : sql`when ${textSql(place, sum.only.field)} in (${sql.join(sum.only.in)})
          then ${caseSql(place, sum)}`,
  );
  const [only] = cases;
  if (!only) return sql`null::bigint`;
  return cases.length === 1 && only.only === null
    ? caseSql(place, only)
    : sql`(case ${sql.join(branches, sql` `)} end)`;
}

function caseSql(place: Place, { base, steps, most }: FormulaCase): Sql {
  const beginnings = base.map(
    (name) => sql`${fieldValue(place.source, name, fieldOf(place.row, name))}`,
  );
  const beginning =
    beginnings.length > 0
      ? sql`coalesce(${sql.join(beginnings)})::bigint`
      : sql`0::bigint`;
  const amounts = steps
    .filter(({ isAdded }) => isAdded)
    .map((step) => amountSql(place, { step, steps, beginning }));
  const sum = sql`(${sql.join([beginning, ...amounts], sql` + `)})`;
  if (most === Infinity) return sum;
  // An unknown sum stays unknown, which LEAST would not do.
  return sql`(select case when total > ${most} then ${most} else total end
    from (select ${sum} as total) as sums)`;
}

type Added = {
  step: CompiledStep;
  steps: readonly CompiledStep[];
  beginning: Sql;
};

function amountSql(place: Place, { step, steps, beginning }: Added): Sql {
  const { hasEach, isOptional } = step;
  const column = (name: string) => columnSql(step, name);
  const amount = sql`coalesce(${column("amount")}, 0)
    + coalesce((${beginning} * ${column("share")} + 50000) / 100000, 0)`;
  const found = sql`${rowsSql(place, { step, steps })} and ${column("band")} <= ${beginning}`;
  if (hasEach)
    return sql`(select coalesce(sum(amount), 0)::bigint from (
      select distinct on (${column("each")}) ${amount} as amount from ${found}
      order by ${column("each")}, ${column("place")}) as amounts)`;
  const first = sql`(select ${amount} from ${found} order by ${column("place")} limit 1)`;
  return isOptional ? sql`coalesce(${first}, 0)` : first;
}

const columnSql = ({ id }: CompiledStep, name: string): Sql =>
  sql.ref(`step_${id}.${name}`);

/** Returns FROM and WHERE of the records of a step that match a row of the list. */
function rowsSql(
  place: Place,
  { step, steps }: Pick<Added, "step" | "steps">,
): Sql {
  const asked = steps.flatMap(({ sources }) =>
    sources.flatMap((other) => (other.step === step.id ? [other.field] : [])),
  );
  const fields = [...new Set(asked)];
  const rows = step.rows.map((row) => parameterOf(row, fields));
  const columns = [
    sql`place int, band bigint, amount bigint, share bigint, "each" text`,
    ...(step.isBounded ? [sql`"least" bigint, "most" bigint`] : []),
    ...step.sources.map((_, at) => sql`${sql.ref(`key${String(at)}`)} text`),
    ...fields.map((name) => sql`${sql.ref(`field_${name}`)} text`),
  ];
  const keys = step.sources.map((source, at) => {
    const value =
      source.step === undefined
        ? textSql(place, source.field)
        : foundSql(place, { ...source, steps });
    if (step.isBounded && at === step.sources.length - 1) {
      const [least, most] = [columnSql(step, "least"), columnSql(step, "most")];
      const number = sql`(${value})::bigint`;
      return sql`${number} between coalesce(${least}, ${number})
        and coalesce(${most}, ${number})`;
    }
    const key = columnSql(step, `key${String(at)}`);
    return sql`(${key} is null or ${key} = ${value})`;
  });
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as ${sql.ref(`step_${step.id}`)}(${sql.join(columns)})
    where ${sql.join([sql`true`, ...keys], sql` and `)}`;
}

/** Returns a field of the record that an earlier step has found. */
function foundSql(
  place: Place,
  {
    step: id,
    field,
    steps,
  }: { step: string; field: string } & Pick<Added, "steps">,
): Sql {
  const step = steps.find((other) => other.id === id);
  if (!step) throw new Error(`No step "${id}"`);
  return sql`(select ${columnSql(step, `field_${field}`)}
    from ${rowsSql(place, { step, steps })}
    order by ${columnSql(step, "place")} limit 1)`;
}

function parameterOf(
  { row, place, keys, bounds, each, rate }: StepRow,
  fields: readonly string[],
) {
  const { band, amount, milliPercent: share } = rate;
  return {
    ...{ place, band, amount, share, each: each ?? "", ...bounds },
    ...Object.fromEntries(keys.map((key, at) => [`key${String(at)}`, key])),
    ...Object.fromEntries(
      fields.map((name) => [`field_${name}`, row.data[name] ?? null]),
    ),
  };
}

/** Returns a field as text, a dictionary word as its name. */
function textSql({ source, row }: Place, name: string): Sql {
  const value = fieldValue(source, name, fieldOf(row, name));
  const storage = storageOf(source, name);
  return storage.kind === "term"
    ? sql`(select name from terms
        where kind = ${storage.dictionary} and id = ${value})`
    : sql`nullif((${value})::text, '')`;
}
