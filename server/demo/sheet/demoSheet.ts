import type { Sheet } from "../../../generated/schemas";
import { photoParts } from "../photoNames";
import { builtMonth } from "../production";
import { createRandom, integer, pick, type Random } from "../random";
import { demoMarks } from "./demoMarks";
import { demoNotes } from "./demoNotes";
import { sheets } from "./sheetFacts";

type Stored = Readonly<Record<string, unknown>>;

/**
 * Returns the auction sheet of a demo lot; null for other lots. It follows
 * from the fields of the lot, so the sheets of 200,000 past sales are not stored.
 */
export function demoSheet(stored: Stored): Sheet | null {
  const images = Array.isArray(stored.images) ? stored.images : [];
  const photo = images.map(String).map(photoParts).find(Boolean);
  if (!photo) return null;
  const key = ["chassis", "serial", "lotNo", "model", "mileage"]
    .map((name) => String(stored[name]))
    .join("/");
  const random = createRandom(`sheet/${key}`);
  const grade = typeof stored.condition === "string" ? stored.condition : "4";
  const mileage = number(stored.mileage);
  const year = number(stored.year) ?? 2015;
  const soldIn = number(String(stored.auctionDate).slice(0, 4)) ?? 2026;
  const equipment = typeof stored.equip === "string" ? stored.equip : "";
  const body = sheets.bodies[photo.body];
  const colour = sheets.colours.find(({ key: name }) => name === photo.colour);
  const [chassis = "", serial = ""] = [stored.chassis, stored.serial].map(
    (value) => (typeof value === "string" ? value : ""),
  );
  const built = builtMonth(chassis, serial);
  const isRepainted = random() < 0.02;
  const interior = interiorGrade(random, grade);
  return {
    grades: {
      overall: grade,
      interior,
      ...(random() < 0.5 && { exterior: exteriorGrade(random, grade) }),
    },
    rows: {
      firstRegistration: eraDate(year, integer(random, built, 12)),
      body: body.ja,
      fuel: sheets.fuels.get(String(stored.fuel)) ?? "",
      airConditioner: airConditioner(equipment),
      mileage: mileageText(random, mileage),
      ...(colour && {
        color: colour.ja,
        colorCode: `${colour.code} ${isRepainted ? "色替有" : "色替無"}`,
      }),
      interiorColor: pick(random, sheets.trims),
      seats: `${body.seats}名`,
      load: body.load === undefined ? "" : String(body.load),
      steering: stored.leftHandDrive === true ? "左ハンドル" : "右ハンドル",
      history: pick(random, [
        "自家用",
        "自家用",
        "自家用",
        "自家用",
        "レンタ",
        "事業用",
      ]),
      inspection:
        random() < 0.5
          ? eraDate(soldIn + integer(random, 0, 1), integer(random, 1, 12))
          : "車検切れ",
      plate: `${pick(random, sheets.plates)} ${integer(random, 300, 399)}`,
      recycling: String(integer(random, 60, 160) * 100),
      oneOwner: equipment.includes("1 OWNER") ? "有" : "無",
      serviceBook: yesOrNo(random, 0.6),
      manuals: yesOrNo(random, 0.7),
      spareKey: yesOrNo(random, 0.4),
      ...demoNotes(random, { grade, equipment }),
    },
    marks: demoMarks(random, grade),
  };
}

const number = (value: unknown): number | null => {
  const read = typeof value === "string" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
};

const yesOrNo = (random: Random, share: number): string =>
  random() < share ? "有" : "無";

/** Writes a month as houses do, such as `R1年6月`. */
function eraDate(year: number, month: number): string {
  const isReiwa = year > 2019 || (year === 2019 && month >= 5);
  if (isReiwa) return `R${year - 2018}年${month}月`;
  return year >= 1989
    ? `H${year - 1988}年${month}月`
    : `S${year - 1925}年${month}月`;
}

function mileageText(random: Random, km: number | null): string {
  if (km === null) return "走行不明";
  const digits = String(km).replace(/\B(?=(\d{3})+$)/g, ",");
  const mark = random() < 0.02 ? pick(random, ["$", "#", "*"]) : "";
  return `${mark}${digits}km`;
}

function airConditioner(equipment: string): string {
  if (equipment.includes("WAC")) return "Wエアコン";
  if (equipment.includes("AAC")) return "オートエアコン";
  return equipment.includes("AC") ? "マニュアルエアコン" : "無";
}

const interiorGrade = (random: Random, grade: string): string =>
  pick(
    random,
    ["S", "6", "5"].includes(grade)
      ? ["A", "A", "B"]
      : ["B", "B", "C", "C", "D"],
  );

const exteriorGrade = (random: Random, grade: string): string =>
  pick(
    random,
    ["S", "6", "5", "4.5"].includes(grade) ? ["A", "B"] : ["C", "C", "D"],
  );
