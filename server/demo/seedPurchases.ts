import { addDays, japanDay } from "../../domain/japanTime";
import type { BidContext } from "../bidding";
import { changePurchase } from "../purchases";
import type { Context } from "../workspace/context";
import { seedOnce } from "./demoValues";
import { addShipments, type DemoVessel } from "./demoShipments";

/** Days by field, counted from today. */
type Days = Readonly<Record<string, number>>;

/** A point on the way of a car: its fields, and its days. */
type Stage = {
  fields: Readonly<Record<string, string>>;
  days?: Days;
  /** The vessel on which the car is booked. */
  vessel?: DemoVessel;
};

const yard = { stockYard: "Yokohama Yard" };
const invoiced = { moneyState: "invoiced", invoiceNo: "INV-2041" };
const paid = { moneyState: "received", invoiceNo: "INV-2038" };
const exported = { certificateNo: "EC-77120", permitNo: "EP-90311" };

/** The parties of cars whose papers are on their way. */
const parties = {
  ...{ consigneeFullName: "Ivan Petrov", consigneeCountry: "RU" },
  consigneeAddress: "Svetlanskaya 1, Vladivostok",
  ...{ consigneePort: "Vladivostok", consigneeTelephone: "+7 423 200 00 00" },
  consigneeDocuments: [{ kind: "passport", number: "0500 000001" }],
  notifySameAsConsignee: false,
  ...{ notifyFullName: "Primorye Auto", notifyCountry: "RU" },
  notifyAddress: "Aleutskaya 3, Vladivostok",
};
/** Stands in the database once the cars are on their way. */
export const purchasesKey = "demo purchases";

/** All statuses of the specification, and all states on the way. */
const stages: readonly Stage[] = [
  { fields: {} },
  { fields: { carState: "collected", ...invoiced }, days: { collectedOn: -1 } },
  {
    fields: { carState: "inYard", papersState: "received", ...yard, ...paid },
    days: { collectedOn: -9, inYardOn: -7, sellerPapersOn: -3, receivedOn: -6 },
  },
  {
    fields: {
      ...{ carState: "booked", papersState: "certified", ...yard, ...paid },
      certificateNo: exported.certificateNo,
    },
    vessel: "Asian Pearl",
    days: {
      ...{ collectedOn: -14, inYardOn: -12, sellerPapersOn: -9 },
      ...{ deregisteredOn: -4, receivedOn: -11 },
    },
  },
  {
    fields: {
      ...{ carState: "sailed", papersState: "draftSent", ...yard, ...paid },
      ...exported,
    },
    vessel: "Morning Star",
    days: {
      ...{ collectedOn: -20, inYardOn: -18, sellerPapersOn: -15 },
      ...{ deregisteredOn: -12, receivedOn: -17, loadedOn: -3 },
      draftSentOn: -1,
    },
  },
  {
    fields: {
      ...{ carState: "released", papersState: "sent", ...yard, ...paid },
      ...{ ...exported, billNo: "PCL-55102" },
      ...{ courier: "EMS", trackingNo: "EN204118330JP" },
    },
    vessel: "Golden Bay",
    days: {
      ...{ collectedOn: -40, inYardOn: -38, sellerPapersOn: -34 },
      ...{ deregisteredOn: -30, receivedOn: -37, loadedOn: -22 },
      ...{ arrivedOn: -16, releasedOn: -12, draftSentOn: -20 },
    },
  },
  {
    fields: {
      ...{ carState: "shippingCancelled", papersState: "certified" },
      ...{ ...yard, ...paid, certificateNo: exported.certificateNo },
    },
    days: { collectedOn: -16, inYardOn: -14, receivedOn: -13 },
  },
  { fields: { ending: "resold", endingReason: "The deposit was not paid" } },
  {
    fields: {
      ...{ carState: "inYard", claimState: "atHouse", ...yard, ...paid },
      claimText: "The right door was repaired, which the sheet does not show.",
    },
    days: { collectedOn: -6, inYardOn: -4, receivedOn: -3 },
  },
];

/**
 * Moves the won cars of the demo along their way, so that each status has some. The ships
 * sail around today. Later calls do nothing.
 */
export const seedPurchases = ({
  database,
  clock,
  ...scope
}: BidContext & Pick<Context, "recordKinds">): Promise<void> =>
  seedOnce(database, purchasesKey, async (trx) => {
    const at = clock.now();
    const won = await trx
      .selectFrom("purchases")
      .select(["user_id as userId", "bid_id as bidId"])
      .orderBy("id")
      .execute();
    if (won.length === 0) return false;
    const shipments = await addShipments(scope, trx, at);
    for (const [index, purchase] of won.entries()) {
      const {
        fields,
        days = {},
        vessel,
      } = stages[index % stages.length] ?? {
        fields: {},
      };
      const dates = Object.fromEntries(
        Object.entries(withPurchase(days)).map(([name, count]) => [
          name,
          addDays(japanDay(at), count),
        ]),
      );
      await changePurchase(scope, trx, {
        ...{ ...purchase, actor: "system", day: japanDay(at), at },
        changes: {
          ...{ ...fields, ...dates },
          ...(fields.papersState !== undefined && parties),
          ...(vessel && { shipmentId: shipments[vessel] }),
        },
      });
    }
    return true;
  });

/** Adds the day of the purchase, two days before the first step, and the last day to pay. */
function withPurchase(days: Days): Days {
  const counts = Object.values(days);
  if (counts.length === 0) return days;
  const purchaseDate = Math.min(...counts) - 2;
  return { purchaseDate, paymentDue: purchaseDate + 7, ...days };
}
