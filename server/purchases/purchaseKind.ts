import { sql } from "kysely";
import {
  draftDifferences,
  type DraftTexts,
} from "../../domain/purchase/draftDifferences";
import {
  missingParties,
  type Consignee,
} from "../../domain/purchase/missingParties";
import { nextSteps } from "../../domain/purchase/nextAction";
import { purchaseStatus } from "../../domain/purchase/status";
import type { Tracks } from "../../domain/purchase/tracks";
import { chatUnreadSql } from "../bidding";
import { ussPrefix } from "../catalog";
import type { RecordData, RecordKind } from "../workspace/records";
import { keepCausedLines } from "./causedLines";
import { useDueRules, type PurchaseRules } from "./dueRules";

/** The fields of the car and of the win, as they were when the bid won. */
const snapshotFields = [
  ...["bidId", "clientId", "lotType", "lotId", "lotNo", "auction"],
  ...["maker", "model", "grade", "year", "chassis", "engine", "color"],
  ...["mileage", "images", "purchaseDate"],
] as const;

const derivedFields = [
  "status",
  "nextAction",
  "nextBy",
  "nextDue",
  "remindedOn",
  "partiesMissing",
  "draftDifferences",
  ...["clientAction", "clientDue", "clientRemindedOn"],
  ...["staffAction", "staffBy", "staffDue"],
] as const;

/** The people who are reminded of their next steps, with the fields of these steps. */
export const reminded = [
  { action: "clientAction", due: "clientDue", mark: "clientRemindedOn" },
  { action: "staffAction", due: "staffDue", mark: "remindedOn" },
] as const;

const bidId = sql`(records.data ->> 'bidId')::bigint`;

/** A bid copies the house from its lot, and the purchase from its bid. */
const isUss = sql<boolean>`coalesce(
  records.data ->> 'auction' like ${sql.lit(`${ussPrefix}%`)}, false)`;

/** The open price of the car: what the client owes for it, without fees. */
const carPrice = sql<number | null>`(
  select transfer.amount::float8 from open_car_prices as price
  join ledger_transfers as transfer on transfer.id = price.transfer_id
  where price.bid_id = ${bidId})`;

/** The sum of all lines of the ledger for the car: what the client owes for it. */
const totalPrice = sql<number | null>`(
  select -sum(line.change)::float8 from client_transfers as line
  where line.bid_id = ${bidId})`;

const lines = sql<number>`(
  select count(*)::integer from ledger_transfers as line
  where line.bid_id = ${bidId})`;

/** Records of the row schema "purchase": cars that clients have won. */
export const purchaseKind: RecordKind = {
  row: "purchase",
  given: [...snapshotFields, ...derivedFields, "cancelPenalty"],
  fields: {
    client: {
      kind: "expression",
      expression: sql<string | null>`(
        select full_name from users where users.id = records.owner_id)`,
    },
    isUss: { kind: "expression", expression: isUss },
    // `fieldsFor` has it: each side of the chat has read other messages.
    unread: { kind: "expression", expression: sql<boolean>`false` },
    carPrice: { kind: "expression", expression: carPrice },
    totalPrice: { kind: "expression", expression: totalPrice },
    lines: { kind: "expression", expression: lines },
  },
  fieldsFor: (viewer) => ({
    unread: {
      kind: "expression",
      expression: chatUnreadSql(viewer, {
        ...{ userId: sql`records.owner_id`, bidId },
      }),
    },
  }),
  derive: async (trx) => derivedBy(await useDueRules(trx)),
  follow: keepCausedLines,
};

/** Returns the function that derives the public status and the next steps by the rules. */
export const derivedBy =
  (rules: PurchaseRules) =>
  (data: RecordData): RecordData => {
    const tracks = tracksOf(data);
    const { next, client, staff } = nextSteps(tracks, rules);
    const steps: RecordData = {
      nextAction: next?.action ?? null,
      nextBy: next?.by ?? null,
      nextDue: next?.due ?? null,
      // Purchases of a former version have no notify party.
      notifySameAsConsignee: data.notifySameAsConsignee ?? true,
      partiesMissing: missingParties(consigneeOf(data), rules.consigneeRules),
      draftDifferences: draftDifferences(draftOf(data), draftedOf(data)),
      clientAction: client?.action ?? null,
      clientDue: client?.due ?? null,
      staffAction: staff?.action ?? null,
      staffBy: staff?.by ?? null,
      staffDue: staff?.due ?? null,
    };
    // A reminder is about one step and its due day.
    const ended = reminded.filter(
      ({ action, due, mark }) =>
        data[mark] != null &&
        (data[action] !== steps[action] || data[due] !== steps[due]),
    );
    return {
      status: purchaseStatus(tracks),
      ...steps,
      ...Object.fromEntries(ended.map(({ mark }) => [mark, null])),
    };
  };

/** Returns what the draft of the bill of lading says. */
function draftOf(data: RecordData): DraftTexts {
  const text = textIn(data);
  return {
    consignee: text("draftConsignee"),
    notifyParty: text("draftNotifyParty"),
    vessel: text("draftVessel"),
    voyage: text("draftVoyage"),
    exportPort: text("draftExportPort"),
    dischargePort: text("draftDischargePort"),
    chassis: text("draftChassis"),
  };
}

/** Returns what a draft of the bill of lading of a purchase should say. */
function draftedOf(data: RecordData): DraftTexts {
  const text = textIn(data);
  return {
    consignee: text("consigneeFullName"),
    notifyParty: text("notifyFullName"),
    vessel: text("vessel"),
    voyage: text("voyage"),
    exportPort: text("exportPort"),
    dischargePort: text("dischargePort"),
    chassis: text("chassis"),
  };
}

const textIn = (data: RecordData) => (name: string) =>
  (data[name] as string | undefined) ?? null;

function consigneeOf(data: RecordData): Consignee {
  const text = textIn(data);
  return {
    fullName: text("consigneeFullName"),
    country: text("consigneeCountry"),
    address: text("consigneeAddress"),
    telephone: text("consigneeTelephone"),
    email: text("consigneeEmail"),
    documents: (data.consigneeDocuments as unknown[] | undefined) ?? null,
    day: text("eta") ?? String(data.purchaseDate),
  };
}

/** Returns the tracks of stored data, which the row schema has checked. */
export function tracksOf(data: RecordData): Tracks {
  const day = (name: string) => (data[name] as string | undefined) ?? null;
  const { carState, papersState, moneyState, claimState, ending } =
    data as Partial<Tracks>;
  return {
    carState: carState ?? "won",
    papersState: papersState ?? "waiting",
    moneyState: moneyState ?? "open",
    claimState: claimState ?? "none",
    ending: ending ?? "none",
    purchaseDate: String(data.purchaseDate),
    paymentDue: day("paymentDue"),
    collectedOn: day("collectedOn"),
    inYardOn: day("inYardOn"),
    draftSentOn: day("draftSentOn"),
    arrivedOn: day("arrivedOn"),
    etd: day("etd"),
    eta: day("eta"),
  };
}
