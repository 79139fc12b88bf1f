import { sql } from "kysely";
import { hasFlag } from "../../domain/access";
import { readableOwners } from "../../domain/readableOwners";
import { tableSource, type RowSource } from "../workspace/listing";

/**
 * The transfers in the accounts of clients. A transfer between two clients has a row for
 * each. Clients read their own, dealers with dealerBidAccess also transfers of their clients,
 * managers all that the access rule of the list allows.
 */
export const transferSource: RowSource = {
  ...tableSource({
    row: "transfer",
    table: "client_transfers",
    columns: {
      at: "at",
      valueDay: "value_day",
      bankDay: "bank_day",
      kind: "kind",
      line: "line",
      note: "note",
      actor: "actor_name",
    },
    fields: {
      transferId: { kind: "id", column: "transfer_id" },
      userId: { kind: "id", column: "user_id" },
      bid: { kind: "id", column: "bid_id" },
      change: {
        kind: "expression",
        expression: sql<number>`client_transfers.change::float8`,
      },
      charge: {
        kind: "expression",
        expression: sql<number>`(-client_transfers.change)::float8`,
      },
      balance: {
        kind: "expression",
        expression: sql<number>`client_transfers.balance::float8`,
      },
      client: {
        kind: "expression",
        expression: sql<string>`(
        select full_name from users where users.id = client_transfers.user_id)`,
      },
      // The notes of other transfers are for managers alone.
      clientNote: {
        kind: "expression",
        expression: sql<string | null>`(
        case when client_transfers.kind in ('charge', 'credit')
          then client_transfers.note end)`,
      },
      isReversed: {
        kind: "expression",
        expression: sql<boolean>`exists (
        select from ledger_transfers as later
        where later.reverses_id = client_transfers.transfer_id)`,
      },
    },
  }),
  ownerColumn: "user_id",
  scope: ({ viewer }) => ({
    owner: readableOwners(viewer, {
      withClients: hasFlag(viewer, "dealerBidAccess"),
    }),
  }),
};
