import { addDays } from "../../domain/japanTime";
import type { RecordData } from "../workspace/records";

/** A paper of a purchase, as its form has it, without its files. */
export type DemoPaper = {
  kind: string;
  number?: string;
  issuedOn?: string;
  expiresOn?: string;
  holder: string;
  courier?: string;
  trackingNo?: string;
  isShown: boolean;
};

/** An export certificate is good for half a year. */
const certificateDays = 180;
/** Days until the certificate of a car without a ship expires. */
const lateDays = 12;

/** Returns the papers that a purchase of the demo has on its way, the earliest first. */
export function demoPapers(purchase: RecordData, today: string): DemoPaper[] {
  const text = (field: string) => {
    const value = purchase[field];
    return typeof value === "string" ? value : undefined;
  };
  const bought = text("purchaseDate") ?? today;
  const transfer = text("sellerPapersOn");
  const deregistered = text("deregisteredOn") ?? transfer ?? bought;
  const sailed = text("draftSentOn") ?? today;
  const isStuck = purchase.carState === "shippingCancelled";
  const expires = isStuck
    ? addDays(today, lateDays)
    : addDays(deregistered, certificateDays);
  const shown = { isShown: true, holder: "agent" };
  const papers: (DemoPaper | false)[] = [
    { kind: "auctionSheet", issuedOn: bought, ...shown },
    numbered(text("invoiceNo"), "invoice", { issuedOn: bought, ...shown }),
    purchase.moneyState === "received" && {
      ...{ kind: "transferCopy", isShown: true, holder: "client" },
      ...given("issuedOn", text("receivedOn")),
    },
    transfer !== undefined && {
      ...{ kind: "deregistration", issuedOn: transfer },
      ...{ isShown: false, holder: "agent" },
    },
    numbered(text("certificateNo"), "exportCertificate", {
      ...{ issuedOn: isStuck ? bought : deregistered, expiresOn: expires },
      ...shown,
    }),
    numbered(text("permitNo"), "exportPermit", { holder: "customs" }),
    text("draftSentOn") !== undefined && {
      ...{ kind: "billDraft", issuedOn: sailed, ...shown },
    },
    numbered(text("billNo"), "bill", {
      ...{ issuedOn: addDays(sailed, 2), isShown: true, holder: "courier" },
      ...given("courier", text("courier")),
      ...given("trackingNo", text("trackingNo")),
    }),
  ];
  return papers.filter((paper) => paper !== false);
}

/** Returns a paper with its number; false without one. */
const numbered = (
  number: string | undefined,
  kind: string,
  paper: Partial<DemoPaper>,
): DemoPaper | false =>
  number !== undefined && {
    ...{ kind, number, isShown: false, holder: "agent" },
    ...paper,
  };

const given = (field: string, value: string | undefined) =>
  value === undefined ? {} : { [field]: value };
