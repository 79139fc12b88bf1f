import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import type { LedgerActor } from "../payments";
import type { Context } from "../workspace/context";
import type { Viewer } from "../../domain/access";
import type { BidRow } from "./bidQueries";
import type { BidValues } from "./bidValues";

/** A bid that is won, or not won any more, and who changed it. */
type ChangedWin = {
  userId: string;
  bidId: string;
  /** The day of the sale in Japan. */
  day: string;
  actor: LedgerActor;
  at: Date;
};

/** Calls of the areas above bidding, made in the transaction of a bid. */
export type BidPorts = {
  purchases: {
    /** Creates the purchase of a won bid, or opens its cancelled one again. */
    create(trx: Transaction<Tables>, won: ChangedWin): Promise<void>;
    /**
     * Cancels the purchase of a bid that is not won any more. Throws purchase_advanced
     * without a reason if the purchase is in progress.
     */
    cancel(
      trx: Transaction<Tables>,
      lost: ChangedWin & { reason?: string | undefined },
    ): Promise<void>;
    /**
     * Returns the path of the page of a bid's purchase; null if the bid has no open purchase or
     * the viewer sees no list of purchases. The viewer may read the bid.
     */
    pageOf(
      trx: Transaction<Tables>,
      viewer: Viewer,
      bid: Pick<ChangedWin, "userId" | "bidId">,
    ): Promise<string | null>;
  };
};

/** The context of a use case that changes bids. */
export type BidContext = Pick<Context, "database" | "clock" | "schemas"> & {
  ports: BidPorts;
};

export type Person = { viewer: Viewer; fullName: string };

/** The person who changes the bid, or the program when an auction has ended. */
export type Actor = Person | "system";

/** Decides the new values of a bid. Account, lot and bid are locked. */
type DecideBid = (trx: Transaction<Tables>, bid: BidRow) => Promise<BidValues>;

export type BidChange = {
  actor: Actor;
  bidId: string;
  /** The new values, or a function that decides them once the bid is locked. */
  values: BidValues | DecideBid;
  /** The version that the actor has seen; undefined changes any version. */
  version?: number;
  /**
   * Confirms a win or a sold price of a lot whose auction is still to come, and a sold
   * price that is probably a typo.
   */
  isConfirmed?: boolean;
  /** The price above the maximum that the person has confirmed for a win; 0 for none. */
  confirmedPrice?: number;
  /**
   * Takes back a manager's change: the own last change of the status, or a sold
   * price that the lot has itself.
   */
  isUndo?: boolean;
  /**
   * The idempotency key of a person: the same for all retries of one action. A
   * change by the system needs none, because values that a bid already has are
   * not written again.
   */
  key: string | null;
  /** The reason of a corrected outcome, for which the rules of statuses do not count. */
  correction?: string;
};
