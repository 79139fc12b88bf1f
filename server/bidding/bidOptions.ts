import { exportTypes } from "../../domain/exportTypes";
import type { Language } from "../../domain/limits";
import type { BidTypeReply } from "../../generated/schemas";
import type { Messages } from "../platform/messages";

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
