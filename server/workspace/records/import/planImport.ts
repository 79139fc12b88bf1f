import { createHash } from "node:crypto";
import { japanDay } from "../../../../domain/japanTime";
import { referencesOf } from "../../../../domain/recordReference";
import { mayBeEmpty } from "../../../../domain/resource";
import { runInTurns, type Steps } from "../../../platform/steps";
import { formSchema } from "../../forms/formSchema";
import { importFields, programHeadings, wordedFields } from "./importFields";
import {
  importKinds,
  type ImportContext,
  type ImportKind,
  type ImportPlan,
  type ImportRequest,
  type PlannedRow,
} from "./importPlan";
import { matchColumns } from "./matchColumns";
import { planEndings } from "./planEndings";
import { planRows, readRows } from "./planRows";
import { recordIdFinder, type FindRecordId } from "../readNames";
import { readTable } from "./readTable";
import { rowKeys } from "./rowKeys";
import {
  storedRows,
  storedTexts,
  writableScope,
  type StoredRow,
} from "./storedRows";

/**
 * Returns what an import of a table does, without writing anything. Cells of columns that
 * the file does not have keep their values. Throws invalid_fields for a text that is no table.
 */
export async function planImport(
  context: ImportContext,
  request: ImportRequest,
): Promise<ImportPlan> {
  const { schemas, database, clock } = context;
  const { resource, viewer } = request;
  const row = schemas.row(resource.row);
  const scope = writableScope(context, request);
  const table = await readTable(request.text);
  const stored: Record<string, string[]> = {};
  for (const name of wordedFields(row))
    stored[name] = await storedTexts(database.kysely, { scope, name });
  const referred: Record<string, FindRecordId> = {};
  for (const reference of referencesOf(row))
    referred[reference.field] = await recordIdFinder(context, {
      ...{ viewer, reference },
    });
  const asked = { ...context, ...request, row, stored, referred };
  const fields = importFields(asked);
  const columns = matchColumns(table.header, {
    fields,
    program: programHeadings(asked),
    chosen: request.columns,
  });
  const missing = fields.flatMap(({ name, field, isKey }) =>
    isKey &&
    !mayBeEmpty(field) &&
    !columns.some((column) => column.field === name)
      ? [name]
      : [],
  );
  let planned: readonly PlannedRow[] = [];
  if (missing.length === 0) {
    const read = await runInTurns(
      readRows(table.rows, { fields, columns, resource }),
    );
    const groups = new Set(read.map(({ group }) => group));
    const keys = rowKeys(resource, fields);
    const found: StoredRow[] = [];
    for await (const portion of storedRows(database.kysely, scope))
      for (const each of portion)
        if (groups.has(keys.group(keys.valuesOf(each.data)))) found.push(each);
    const schema = formSchema(resource.row, schemas, viewer);
    const now = clock.now();
    const beginning = { userId: viewer.userId, now };
    const plan = { resource, schemas, schema, fields, columns, beginning };
    const today = japanDay(now);
    const ofFile = await runInTurns(planRows(read, found, plan));
    planned = await runInTurns(planEndings(ofFile, found, { ...plan, today }));
  }
  const rows = Object.fromEntries(
    importKinds.map((kind) => [
      kind,
      planned.filter((each) => each.kind === kind),
    ]),
  ) as Record<ImportKind, PlannedRow[]>;
  const digest = await runInTurns(digestOf(resource.name, rows));
  return { fields, columns, missing, rows, digest };
}

function* digestOf(resource: string, rows: ImportPlan["rows"]): Steps<string> {
  const hash = createHash("sha256").update(resource);
  for (const kind of importKinds)
    for (const row of rows[kind]) {
      yield;
      const stored = "stored" in row ? [row.stored.id, row.stored.version] : [];
      const after = "after" in row ? row.after : null;
      hash.update(JSON.stringify([kind, row.line, ...stored, after]));
    }
  return hash.digest("hex");
}
