export { bidding } from "./area";
export type { BidContext, BidPorts } from "./bidPorts";
export { addMessage } from "./chat/sendMessage";
export { checkPaper, CheckFailed } from "./receipt/checkPaper";
export { verifyPath } from "./receipt/receiptText";
export { recordBid } from "./recordBid";
export { settleBids } from "./settlement/settleBids";
export { lotPorts } from "./lotPorts";
export { markUpTo } from "./chat/chatQueries";
