import { dueAfter, type DueRules } from "./deadlines";
import type { Tracks } from "./tracks";

/** The actions that the tracks wait for. */
export const purchaseActions = [
  "settleClaim",
  "invoice",
  "pay",
  "confirmPayment",
  "collect",
  "receiveInYard",
  "bookShip",
  "load",
  "sail",
  "arrive",
  "release",
  "sellerPapers",
  "deregister",
  "exportCertificate",
  "exportPermit",
  "sendDraft",
  "checkDraft",
  "issueBill",
  "sendPapers",
] as const;
export type PurchaseAction = (typeof purchaseActions)[number];

export const purchaseActors = [
  "client",
  "agent",
  "house",
  "yard",
  "line",
] as const;
export type PurchaseActor = (typeof purchaseActors)[number];

/** A step of a purchase, and who has to do it until which day in Japan, if it is known. */
export type PurchaseStep = {
  action: PurchaseAction;
  by: PurchaseActor;
  due: string | null;
};

/**
 * Returns the steps that the tracks of a purchase wait for, in the order in which they are due.
 * While a claim is open, it comes first, and the car and its papers wait; the money does not.
 * Empty once nothing is left to do.
 */
export function waitingSteps(tracks: Tracks, rules: DueRules): PurchaseStep[] {
  if (tracks.ending !== "none") return [];
  const claim = ofClaim(tracks);
  if (claim)
    return [claim, ofMoney(tracks, rules)].filter((step) => step !== null);
  return [ofMoney(tracks, rules), ofCar(tracks, rules), ofPapers(tracks, rules)]
    .filter((step) => step !== null)
    .toSorted(byDue);
}

/** The next steps of a purchase; null where nothing is left to do. */
export type NextSteps = {
  /** The step that is due first, whoever has to do it. */
  next: PurchaseStep | null;
  /** The step of the client that is due first. */
  client: PurchaseStep | null;
  /** The first due step of anybody else, which the staff does or follows up. */
  staff: PurchaseStep | null;
};

/** Returns the next step of a purchase, the next step of the client and that of the staff. */
export function nextSteps(tracks: Tracks, rules: DueRules): NextSteps {
  const steps = waitingSteps(tracks, rules);
  return {
    next: steps[0] ?? null,
    client: steps.find(({ by }) => by === "client") ?? null,
    staff: steps.find(({ by }) => by !== "client") ?? null,
  };
}

/** Days compare as texts. An action without a day comes last. */
const byDue = (one: PurchaseStep, other: PurchaseStep): number =>
  (one.due ?? "9").localeCompare(other.due ?? "9");

const step = (
  action: PurchaseAction,
  by: PurchaseActor,
  due: string | null = null,
): PurchaseStep => ({ action, by, due });

function ofClaim({ claimState }: Tracks): PurchaseStep | null {
  if (claimState === "opened") return step("settleClaim", "agent");
  return claimState === "atHouse" ? step("settleClaim", "house") : null;
}

function ofMoney(tracks: Tracks, rules: DueRules): PurchaseStep | null {
  const { moneyState, purchaseDate, paymentDue } = tracks;
  switch (moneyState) {
    case "open":
      return step(
        "invoice",
        "agent",
        dueAfter(purchaseDate, rules.invoiceDays, rules),
      );
    case "invoiced":
      return step("pay", "client", paymentDue);
    case "proofSent":
      return step("confirmPayment", "agent", paymentDue);
    case "received":
      return null;
  }
}

function ofCar(tracks: Tracks, rules: DueRules): PurchaseStep | null {
  const { carState, purchaseDate, collectedOn, inYardOn, arrivedOn } = tracks;
  const { etd, eta } = tracks;
  switch (carState) {
    case "won":
      return step(
        "collect",
        "agent",
        dueAfter(purchaseDate, rules.collectDays, rules),
      );
    case "collected":
      return step(
        "receiveInYard",
        "yard",
        dueAfter(collectedOn, rules.yardDays, rules),
      );
    case "inYard":
    case "inspected":
    case "shippingCancelled":
      return step(
        "bookShip",
        "agent",
        dueAfter(inYardOn, rules.bookShipDays, rules),
      );
    case "booked":
      return step("load", "yard", etd);
    case "loaded":
      return step("sail", "line", etd);
    case "sailed":
      return step("arrive", "line", eta);
    case "arrived":
      return step(
        "release",
        "client",
        dueAfter(arrivedOn, rules.releaseDays, rules),
      );
    case "released":
      return null;
  }
}

function ofPapers(tracks: Tracks, rules: DueRules): PurchaseStep | null {
  const { papersState, purchaseDate, etd, draftSentOn, eta } = tracks;
  switch (papersState) {
    case "waiting":
      return step(
        "sellerPapers",
        "house",
        dueAfter(purchaseDate, rules.sellerPapersDays, rules),
      );
    case "received":
      return step("deregister", "agent", etd);
    case "deregistered":
      return step("exportCertificate", "agent", etd);
    case "certified":
      return step("exportPermit", "agent", etd);
    case "permitted":
      return step(
        "sendDraft",
        "agent",
        dueAfter(etd, rules.checkDraftDays, rules),
      );
    case "draftSent":
      return step(
        "checkDraft",
        "client",
        dueAfter(draftSentOn, rules.checkDraftDays, rules),
      );
    case "draftChecked":
      return step("issueBill", "line", eta);
    case "billIssued":
      return step("sendPapers", "agent", eta);
    case "sent":
      return null;
  }
}
