import { checklistRows } from "../../../domain/sheet/checklist";
import {
  damageMeaning,
  damageText,
  houseStyle,
  isSeriousDamage,
  panelName,
  parseMark,
} from "../../../domain/sheet/damageCode";
import type { Language } from "../../../domain/limits";
import {
  mileageWarning,
  parseMileage,
} from "../../../domain/sheet/sheetMileage";
import type { AuctionSheetSheet, Sheet } from "../../../generated/schemas";
import type { Context } from "../../workspace/context";
import type { Row } from "../../workspace/listing";
import type { CatalogPorts } from "../catalog";
import { text } from "../fieldValues";
import type { VisibleLot } from "../visibleLot";

type Reading = { schemas: Context["schemas"]; ports: CatalogPorts };

/**
 * Returns the sheet of a lot in the reader's language: the data that its source
 * sent, else the data that a port makes. Rows that repeat a field of the lot are
 * empty if the viewer may not see the field. Null if there is no data, or if the
 * data do not follow schemas/sheet.json.
 */
export function lotSheet(
  { schemas, ports }: Reading,
  { stored, row }: Pick<VisibleLot, "stored" | "row">,
  language: Language,
): AuctionSheetSheet | null {
  const sheet = readSheet(schemas, stored.sheet) ?? ports.sheetOf(stored);
  if (!sheet) return null;
  const isShown = (fields: readonly string[]) =>
    fields.every((name) => Object.hasOwn(row, name) || !(name in stored));
  const style = houseStyle(text(row.auctionName));
  const ofLot = rowsOfLot(row);
  const grades = sheet.grades ?? {};
  const marks = (sheet.marks ?? []).map((mark) => ({
    mark,
    read: parseMark(mark),
  }));
  return {
    style,
    grades: {
      overall: isShown(["condition"])
        ? (grades.overall ?? text(row.condition))
        : null,
      exterior: grades.exterior ?? null,
      interior: grades.interior ?? null,
    },
    rows: checklistRows.map(({ id, fields, ja, names }) => {
      const value = isShown(fields) ? (sheet.rows[id] ?? ofLot[id] ?? "") : "";
      const mark = id === "mileage" ? parseMileage(value)?.mark : null;
      return {
        id,
        printed: ja,
        name: names[language],
        text: value,
        ...(mark && { warning: mileageWarning(mark, language) }),
      };
    }),
    marks: marks.flatMap(({ read }) =>
      read
        ? [
            {
              code: damageText(read.code),
              panel: read.panel,
              panelName: panelName(read.panel, language),
              meaning: damageMeaning(read.code, { style, language }),
              isSerious: isSeriousDamage(read.code),
            },
          ]
        : [],
    ),
    unreadMarks: marks.flatMap(({ mark, read }) => (read ? [] : [mark])),
  };
}

/** Returns the data of a sheet from the text that a feed delivered. */
function readSheet(
  schemas: Context["schemas"],
  delivered: unknown,
): Sheet | null {
  if (typeof delivered !== "string" || delivered === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(delivered);
  } catch {
    return null;
  }
  return schemas.validator("sheet")(value).length === 0
    ? (value as Sheet)
    : null;
}

/** Returns the texts of the rows that repeat fields of the lot. */
function rowsOfLot(row: Row): Readonly<Record<string, string>> {
  const joined = (separator: string, ...names: string[]) =>
    names
      .map((name) => row[name])
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(separator);
  return {
    lotNo: joined("", "lotNo"),
    house: [row.auctionName, text(row.auctionDate)?.slice(0, 10)]
      .filter(Boolean)
      .join(" "),
    firstRegistration: joined("", "year"),
    model: joined(" ", "maker", "model"),
    trim: joined("", "grade"),
    typeCode: joined("", "chassis"),
    chassisNo: joined("-", "chassis", "serial"),
    engine: joined("", "engine"),
    fuel: joined("", "fuel"),
    drive: joined("", "priv"),
    gearbox: joined("", "gearbox"),
    mileage: joined("", "mileage"),
    color: joined("", "color"),
    equipment: joined("", "equip"),
  };
}
