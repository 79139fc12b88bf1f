import { createSigner } from "../platform/signing";
import type { AreaModule } from "../workspace/area";
import { createListingReader } from "../workspace/listing";
import { bidNews } from "./bidNews";
import { bidLists } from "./bidLists";
import type { BidPorts } from "./bidContext";
import { countWaitingBids } from "./bidQueries";
import { bidSource } from "./bidSource";
import { countUnreadChats } from "./chat/chatQueries";
import { lotPorts } from "./lotPorts";
import { bidMailJob } from "./mails/queueBidMail";
import { bidMail } from "./mails/composeBidMail";
import { migrations } from "./migrations";
import { createOwnBids } from "./ownBids";
import { readBalance, readBidInfo } from "./readBidInfo";
import { registerBidRoutes } from "./routes";
import { sealedLog } from "./sealedLog";
import { settlementJob } from "./settlement/settleBids";

export type { BidContext, BidPorts } from "./bidContext";
export { chatUnreadSql } from "./bidSource";
export { cancelWin } from "./cancelWin";
export { addMessage } from "./chat/sendMessage";
export { checkPaper, CheckFailed } from "./receipt/checkPaper";
export { verifyPath } from "./receipt/receiptText";
export { recordBid } from "./recordBid";
export { settleBids } from "./settlement/settleBids";
export { lotPorts } from "./lotPorts";
export { markUpTo } from "./chat/chatQueries";

declare module "../workspace/area" {
  interface Ports {
    purchases: BidPorts["purchases"];
  }
}

/** Bids, their chat, and their settlement by results. */
export const bidding: AreaModule = {
  name: "bidding",
  migrations,
  calls: [
    "/bid/bid-from-manager",
    "/bid/chat",
    "/bid/client-standing",
    "/bid/correct-outcome",
    "/bid/create",
    "/bid/export-type",
    "/bid/group",
    "/bid/group-order",
    "/bid/logs",
    "/bid/receipt",
    "/bid/save-chat",
    "/bid/search",
    "/bid/type",
    "/bid/update-adjustment-price",
    "/bid/update-auto-bid",
    "/bid/update-bid-price",
    "/bid/update-bid-status",
    "/bid/update-bid-statuses",
    "/bid/update-chat-status",
    "/bid/update-sold-price",
    "/bid/work",
    "/receipts/keys",
    "/receipts/verify",
  ],
  sources: [bidSource],
  sealed: [sealedLog],
  asks: ["purchases"],
  open: (host) => {
    const { kysely } = host.database;
    const ownBids = createOwnBids(host);
    const signer = createSigner(host.config, host.log);
    return {
      ports: {
        ...lotPorts,
        balanceOf: (userId) => readBalance(host, userId),
        bidsOn: (...asked) => ownBids.on(...asked),
        biddingOn: (...asked) => readBidInfo(host, ...asked),
      },
      lists: [bidLists(host)],
      topics: { bids: bidNews(host.database) },
      jobs: [settlementJob(host), bidMailJob(host)],
      mails: [
        bidMail({ ...host, signer }, createListingReader(host, bidSource)),
      ],
      counters: async (viewer) => ({
        bid: await countWaitingBids(kysely, viewer),
        chat: await countUnreadChats(kysely, viewer),
      }),
      routes: (api) => {
        registerBidRoutes(api, { ...host, signer });
      },
      start: () => {
        // A start without a usable key fails, not the first receipt.
        signer.keyId();
        return Promise.resolve(() => Promise.resolve());
      },
      close: () => ownBids.stop(),
    };
  },
};
