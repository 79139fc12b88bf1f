import { market, type Model } from "./facts";
import type { MakerModel } from "./carChoice";
import { normal, pick, type Random } from "./random";

/** Fuel codes of the feed: petrol, diesel, hybrid, plug-in hybrid, electric, LPG. */
export type Fuel = "G" | "D" | "H" | "&" | "E" | "L";

export type Engine = {
  /** Displacement in cc, 0 for electric. */
  cc: number;
  fuel: Fuel;
  gearbox: string;
  isManual: boolean;
  drive: string;
  horsePower: number;
};

/** Grades such as "350S", "LS460", "2.0GT" and "15X" contain the displacement. */
function displacementNamedBy(grade: string): number | undefined {
  const digits = /(\d)\.?(\d)/.exec(grade);
  return digits
    ? Number(digits[1]) * 1000 + Number(digits[2]) * 100
    : undefined;
}

function chooseDisplacement(random: Random, model: Model, grade: string) {
  const named = displacementNamedBy(grade);
  if (named !== undefined && model.cc.includes(named)) return named;
  const burning = model.cc.filter((cc) => cc > 0);
  const isMixed = burning.length > 0 && burning.length < model.cc.length;
  return pick(random, isMixed && random() < 0.8 ? burning : model.cc);
}

function isHybrid({ model }: MakerModel, chassis: string, grade: string) {
  if (market.hybridModels.includes(model.name)) return true;
  if (/HYBRID|E-POWER|E:HEV|\d+H\b/.test(grade)) return true;
  const isToyotaHybrid = /^(AXUH|AAHH|AZSH|ZWR|ZVG|ZWE|AVU|AYH|MXPH|MXPJ)/;
  return isToyotaHybrid.test(chassis);
}

function isDiesel(
  { maker, model }: MakerModel,
  chassis: string,
  grade: string,
) {
  if (model.body === "Truck" || model.body === "Bus") return true;
  if (model.body === "Machinery") return true;
  if (market.dieselChassis.some((code) => chassis.startsWith(code))) {
    return maker.name === "MAZDA" ? grade.startsWith("XD") : true;
  }
  const isNamed = maker.country !== "JP" && /\dD\b|\bD\d|TDI|\bCOOPER D\b/;
  return grade.startsWith("XD") || (isNamed && isNamed.test(grade));
}

function fuelOf(
  car: MakerModel,
  { cc, chassis, grade }: { cc: number; chassis: string; grade: string },
): Fuel {
  if (cc === 0) return "E";
  if (/PHV|PHEV|PLUG/.test(grade)) return "&";
  if (isHybrid(car, chassis, grade)) return "H";
  if (isDiesel(car, chassis, grade)) return "D";
  return "G";
}

const isManualCode = (code: string) => market.manualGearboxes.includes(code);
const isCommercial = (model: Model) =>
  ["Truck", "Kei Truck", "Bus", "Machinery"].includes(model.body);

function chooseGearbox(random: Random, model: Model, fuel: Fuel): string {
  const automatic = model.transmissions.filter((code) => !isManualCode(code));
  const manual = model.transmissions.filter(isManualCode);
  if (automatic.length === 0) return pick(random, manual);
  const wishesManual = market.sportBodies.includes(model.body) ? 0.42 : 0.09;
  const share = isCommercial(model) ? 0.6 : wishesManual;
  const canBeManual = manual.length > 0 && (fuel === "G" || fuel === "D");
  if (canBeManual && random() < share) return pick(random, manual);
  return pickEarly(random, automatic, 1);
}

function writtenDrive(random: Random, drive: string, model: Model): string {
  if (drive === "MR") return "MIDSHIP";
  if (drive !== "4WD" || random() < 0.7) return drive;
  const isOffRoad = model.body.endsWith("SUV") || isCommercial(model);
  return isOffRoad && random() < 0.5 ? "PARTTIME4WD" : "FULLTIME4WD";
}

/** Picks an item; earlier items are more likely. */
function pickEarly<T>(random: Random, items: readonly T[], fall: number): T {
  const total = items.reduce((sum, _, rank) => sum + 1 / (1 + rank * fall), 0);
  let left = random() * total;
  const found = items.find((_, rank) => (left -= 1 / (1 + rank * fall)) < 0);
  return found ?? pick(random, items);
}

function chooseDrive(random: Random, model: Model): string {
  return writtenDrive(random, pickEarly(random, model.drives, 2), model);
}

function powerOf(random: Random, model: Model, cc: number, fuel: Fuel) {
  if (fuel === "E") return Math.round(110 + Math.abs(normal(random)) * 70);
  if (cc === 660) return pick(random, [46, 49, 52, 54, 58, 64, 64]);
  const isSport = market.sportBodies.includes(model.body);
  const perLitre = { G: 70, H: 62, "&": 66, D: 52, L: 55 }[fuel];
  const tune = (isSport ? 1.35 : 1) * Math.exp(normal(random) * 0.08);
  const isHeavy = isCommercial(model) || model.body === "Van";
  return Math.round((cc / 1000) * perLitre * tune * (isHeavy ? 0.8 : 1));
}

/** Chooses displacement, fuel, gearbox, drive and power of a car. */
export function chooseEngine(
  random: Random,
  car: MakerModel,
  { chassis, grade }: { chassis: string; grade: string },
): Engine {
  const cc = chooseDisplacement(random, car.model, grade);
  const fuel = fuelOf(car, { cc, chassis, grade });
  const gearbox = chooseGearbox(random, car.model, fuel);
  return {
    cc,
    fuel,
    gearbox,
    isManual: isManualCode(gearbox),
    drive: chooseDrive(random, car.model),
    horsePower: powerOf(random, car.model, cc, fuel),
  };
}
