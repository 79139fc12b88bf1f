import type { Model } from "./facts";
import { equipment, market } from "./facts";
import type { Random } from "./random";
import { createPicker } from "./random";

const lines = equipment.map((line) => ({
  share: line.share,
  from: line.from,
  bodies: line.bodies,
  pickCode: createPicker(line.codes, (_, rank) => line.shares?.[rank] ?? 1),
}));

/** Chooses equipment codes that fit the body and the year, usually 5 to 9. */
export function chooseEquipment(
  random: Random,
  model: Model,
  year: number,
): string[] {
  const isPlain = market.plainBodies.includes(model.body);
  return lines
    .filter(({ from, bodies }) => {
      return year >= from && (bodies?.includes(model.body) ?? true);
    })
    .filter(({ share }) => random() < (isPlain ? share * share : share))
    .map(({ pickCode }) => pickCode(random));
}
