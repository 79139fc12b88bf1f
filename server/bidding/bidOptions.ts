import { exportTypes } from "../../domain/exportTypes";
import type { Language } from "../../domain/limits";
import type { BidGroupReply, BidTypeReply } from "../../generated/schemas";
import type { Database } from "../platform/database";
import type { Messages } from "../platform/messages";

/** Lists the bid groups, each with the number of cars to buy from it. */
export async function listBidGroups({
  kysely,
}: Pick<Database, "kysely">): Promise<BidGroupReply["options"]> {
  const groups = await kysely
    .selectFrom("bid_groups")
    .selectAll()
    .orderBy("id")
    .execute();
  return groups.map(({ id, label, cars }) => ({ value: id, label, cars }));
}

/** Lists the bid types (the ways of export) in the reader's language. */
export const listBidTypes = (
  messages: Messages,
  language: Language,
): BidTypeReply["options"] =>
  exportTypes.map(({ id, key }) => ({
    value: id,
    label: messages.translate(language, `bidTypes.${key}.label`),
    description: messages.translate(language, `bidTypes.${key}.description`),
  }));
