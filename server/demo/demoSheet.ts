import type { Sheet } from "../../generated/schemas";
import type { DemoSheets } from "./demoData";
import { paintedBody } from "./photos";

type Stored = Readonly<Record<string, unknown>>;

/**
 * Returns the auction sheet of a demo lot; null for other lots. It follows from the
 * fields of the lot and a sheet of its grade, so the sheets of all past sales are
 * not stored. The rows of the lot's other fields are left out.
 */
export function demoSheet(
  stored: Stored,
  read: () => DemoSheets,
): Sheet | null {
  const images = Array.isArray(stored.images) ? stored.images.map(String) : [];
  const painted = paintedBody(images);
  if (!painted) return null;
  const { words, templates } = read();
  const grade = textOf(stored.condition) || "4";
  const ofGrade = templates[grade] ?? templates["***"] ?? [];
  const template = ofGrade[numberFrom(stored, ofGrade.length)];
  const [key, body] =
    Object.entries(words.bodies)
      .filter(([name]) => painted.startsWith(`${name}-`))
      .toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
  if (!template || !key || !body) return null;
  const colour = words.colours[painted.slice(key.length + 1)];
  const equip = ` ${textOf(stored.equip)} `;
  const points = Object.entries(words.points)
    .filter(([code]) => equip.includes(` ${code} `))
    .map(([, phrase]) => phrase);
  const { inspectedUntil, registeredIn, rows } = template;
  const soldIn = Number(textOf(stored.auctionDate).slice(0, 4));
  return {
    grades: { ...template.grades, overall: grade },
    rows: {
      ...rows,
      firstRegistration: eraDate(Number(stored.year), registeredIn),
      body: body.ja,
      seats: `${body.seats}名`,
      load: String(body.load ?? ""),
      fuel: words.fuels[textOf(stored.fuel)] ?? "",
      airConditioner: equip.includes("WAC")
        ? "Wエアコン"
        : equip.includes("AAC")
          ? "オートエアコン"
          : "マニュアルエアコン",
      mileage:
        typeof stored.mileage === "number"
          ? `${template.mileageMark}${stored.mileage.toLocaleString("en")}km`
          : "走行不明",
      ...(colour && {
        color: colour.ja,
        colorCode: `${colour.code} ${template.paint}`,
      }),
      steering: stored.leftHandDrive === true ? "左ハンドル" : "右ハンドル",
      inspection:
        inspectedUntil && soldIn > 0
          ? eraDate(soldIn + inspectedUntil.years, inspectedUntil.month)
          : "車検切れ",
      oneOwner: equip.includes("1 OWNER") ? "有" : "無",
      sellerNotes: [...new Set(points), rows.sellerNotes].join(" ").trim(),
    },
    marks: template.marks,
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : "";

/** Returns a number below `count` that is always the same for a lot. */
function numberFrom(stored: Stored, count: number): number {
  const key = `${String(stored.chassis)}${String(stored.serial)}${String(stored.lotNo)}`;
  let number = 0;
  for (const character of key)
    number = (number * 31 + character.charCodeAt(0)) % 1_000_003;
  return count === 0 ? 0 : number % count;
}

/** Writes a month as houses do, such as `R1年6月`. */
function eraDate(year: number, month: number): string {
  const isReiwa = year > 2019 || (year === 2019 && month >= 5);
  if (isReiwa) return `R${year - 2018}年${month}月`;
  return year >= 1989
    ? `H${year - 1988}年${month}月`
    : `S${year - 1925}年${month}月`;
}
