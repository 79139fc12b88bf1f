import type { Viewer } from "../../../domain/access";
import type {
  SaveClientBody,
  SaveClientReply,
} from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { readClient } from "./readUser";
import type { UserAccounts } from "./userAccounts";

/**
 * Changes the managers' note about a client and the client's number at the auction
 * houses, as far as the body contains them, and returns the client. Throws not_found,
 * also for users who are no clients, and stale_row with the current row.
 */
export async function saveClient(
  context: Pick<Context, "database" | "clock" | "schemas" | "workspace"> & {
    accounts: UserAccounts;
  },
  {
    viewer,
    id,
    version,
    body,
  }: {
    viewer: Viewer;
    id: string;
    /** The version that the manager has seen. */
    version: number;
    body: SaveClientBody;
  },
): Promise<SaveClientReply> {
  const { database, accounts } = context;
  const asked = { viewer, id, source: accounts.clientSource };
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null;
  return inTransaction(database, async (trx) => {
    await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    const present = await readClient(context, trx, asked);
    if (present.version !== version)
      throw failure("stale_row", { current: present.detail });
    await trx
      .updateTable("users")
      .set((eb) => ({
        note: text(body.note),
        jas_client_id: text(body.jasClientId),
        note_version: eb("note_version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await accounts.noteChange(trx, id);
    return readClient(context, trx, asked);
  });
}
