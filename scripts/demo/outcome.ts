import { lotOutcomes, type LotOutcome } from "../../server/demo/demoData";
import type { Random } from "./random";

const removedShare = 0.015;
const cancelledShare = 0.003;
/** Share of the unsold lots that are sold by negotiation afterwards. */
const negotiatedShare = 0.065;

/** Chooses the final status of a lot by the sell-through of its house. */
export function chooseOutcome(
  random: Random,
  sellThroughPct: number,
): LotOutcome {
  const luck = random();
  if (luck < cancelledShare) return lotOutcomes.cancelled;
  if (luck < cancelledShare + removedShare) return lotOutcomes.removed;
  if (random() * 100 < sellThroughPct) return lotOutcomes.sold;
  if (random() < negotiatedShare) return lotOutcomes.negotiated;
  return lotOutcomes.notSold;
}
