import type { Transaction } from "kysely";
import { filledValues, fillsOf } from "../../domain/formFill";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import { onlyOneField, type RecordData } from "../workspace/records";
import { purchaseKind } from "./purchaseKind";

/** The declarations that say what a template fills. */
export type PartyScope = Pick<Context, "schemas"> & {
  workspace: Pick<Context["workspace"], "resources">;
};

/**
 * Returns the consignee and the notify party of a new purchase, from the client's template for
 * new purchases, else from the only template. Empty if the client has to choose.
 */
export async function partiesOf(
  { schemas, workspace }: PartyScope,
  trx: Transaction<Tables>,
  userId: string,
): Promise<RecordData> {
  const lists = workspace.resources();
  const [fill] = lists
    .filter(({ row }) => row === purchaseKind.row)
    .flatMap(fillsOf);
  const row = lists.find(({ name }) => name === fill?.list)?.row;
  if (!fill || row === undefined) return {};
  const templates = await trx
    .selectFrom("records")
    .select("data")
    .where("row_schema", "=", row)
    .where("owner_id", "=", userId)
    .orderBy("id")
    .execute();
  const preferred = onlyOneField(schemas.row(row));
  const template =
    templates.find(
      ({ data }) => preferred !== undefined && data[preferred] === true,
    ) ?? (templates.length === 1 ? templates[0] : undefined);
  if (!template) return {};
  const values = Object.entries(filledValues(fill, template.data));
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}
