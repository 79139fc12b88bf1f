import type { Transaction } from "kysely";
import type { Tables } from "../../platform/database";
import type { Context } from "../../workspace/context";
import { readMatching } from "../../workspace/lists";
import { rowItems } from "../../workspace/mails/rowItems";
import { lotSourceOf } from "../lotSource";
import {
  findMatchingLots,
  mostShownLots,
  type FoundLots,
} from "./findMatchingLots";
import { savedQuery, type Matching, type MatchContext } from "./savedQuery";

/**
 * Finds the rows of any list that match the params of a saved search and a condition over the
 * table. Returns their number and the first twenty, with the fields that mails show and the
 * viewer may see. Returns null if no row matches.
 */
export async function findMatchingRows(
  trx: Transaction<Tables>,
  context: MatchContext & Pick<Context, "schemas">,
  matching: Matching,
): Promise<FoundLots | null> {
  const { reader, condition, ...search } = matching;
  const { viewer, list } = search;
  if (lotSourceOf(list.row.$id))
    return findMatchingLots(trx, context, matching);
  const { fields } = rowItems(context, {
    ...list,
    ...{ declared: context.workspace.resource(list.resource.name), viewer },
    // The fields are the same in every language.
    ...{ language: "en", base: "" },
  });
  const { total, rows } = await readMatching(trx, {
    ...{ reader, condition, most: mostShownLots, now: context.clock.now() },
    query: savedQuery(context, search),
    fields: [...new Set(["id", ...fields])],
  });
  return total === 0 ? null : { total, lots: rows };
}
