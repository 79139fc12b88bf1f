import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import type { Context } from "../workspace/context";

/** Calls of the areas above bidding, made in the transaction of a bid. */
export type BidPorts = {
  purchases: {
    /** Creates the purchase of a won bid, or opens its cancelled one again. */
    create(
      trx: Transaction<Tables>,
      won: { userId: string; bidId: string; at: Date },
    ): Promise<void>;
    /**
     * Cancels the purchase of a bid that is not won any more. Throws purchase_advanced
     * without a reason if the purchase is in progress.
     */
    cancel(
      trx: Transaction<Tables>,
      lost: { userId: string; bidId: string; reason?: string | undefined },
    ): Promise<void>;
  };
};

/** The context of a use case that changes bids. */
export type BidContext = Pick<Context, "database" | "clock" | "schemas"> & {
  ports: BidPorts;
};
