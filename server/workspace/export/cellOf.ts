import { roleOf, type Viewer } from "../../../domain/access";
import { exportTypes } from "../../../domain/exportTypes";
import { isDay, japanClock } from "../../../domain/japanTime";
import { fieldType, type Field } from "../../../domain/resource";
import type { Cell } from "./cell";

/** A text of the locale in the viewer's language, else what stands for it. */
export type Wording = (key: string, otherwise: string) => string;

type Named = { row: string; name: string; field: Field };
type Reader = { viewer: Viewer; wording: Wording };

/**
 * How values of a field stand in a file: choices in the viewer's words, numbers
 * as numbers, time on Japan's clock, photos as their number, other lists joined.
 */
export function cellOf(
  { row, name, field }: Named,
  { viewer, wording }: Reader,
): (value: unknown) => Cell {
  const chosen = (group: string) => (value: unknown) => {
    const text = String(value);
    return wording(`choices.${row}.${group}.${text}`, text);
  };
  if (name === "bidStatus") return filled(chosen(bidStatusWords(viewer)));
  if (name === "bidGroup") return filled(groupLetter);
  if (name === "exportType")
    return filled((value) => {
      const type = exportTypes.find(({ id }) => id === value);
      return type ? wording(`bidTypes.${type.key}.label`, type.key) : null;
    });
  if (field.enum) return filled(chosen(name));
  if (field.format === "date") return filled(dayCell);
  if (field.format === "date-time") return filled(momentCell);
  switch (fieldType(field)) {
    case "integer":
    case "number":
      return filled(numberCell);
    case "boolean":
      return filled((value) =>
        value === true ? wording("list.yes", "1") : wording("list.no", "0"),
      );
    case "array":
      return filled((list) => listCell(name, list));
    default:
      return filled(String);
  }
}

const filled =
  (write: (value: unknown) => Cell) =>
  (value: unknown): Cell =>
    value === null || value === undefined ? null : write(value);

/** A client reads of a new bid that it is under review. */
function bidStatusWords(viewer: Viewer): string {
  const role = roleOf(viewer);
  return role === "manager" || role === "admin"
    ? "bidStatus"
    : "bidStatusClient";
}

/** The group of a bid as its letter: 1 is A. */
function groupLetter(value: unknown): Cell {
  const group = Number(value);
  const isLetter = Number.isInteger(group) && group >= 1 && group <= 26;
  return isLetter ? String.fromCharCode(64 + group) : group;
}

function numberCell(value: unknown): Cell {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}

function dayCell(value: unknown): Cell {
  const day = String(value);
  return isDay(day) ? { time: day } : day;
}

function momentCell(value: unknown): Cell {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return String(value);
  const { day, time } = japanClock(moment);
  return { time: `${day} ${time.slice(0, 5)}` };
}

/** Addresses of pictures mean nothing outside the portal, their number does. */
function listCell(name: string, list: unknown): Cell {
  if (!Array.isArray(list)) return null;
  const isText = list.every((item) => typeof item === "string");
  return name === "images" || !isText ? list.length : list.join(", ");
}
