import { isDay } from "../../japanTime";
import { matching, testFor, type ReadValue } from "./kind";

export const dayPattern = "\\d{4}-\\d{2}-\\d{2}";

/** Days in Japan from and to. */
export const read: ReadValue = (text) => {
  const parts = text.split(",");
  if (parts.length !== 2) return null;
  const [from = "", to = ""] = parts;
  if (from === "" && to === "") return null;
  if ((from && !isDay(from)) || (to && !isDay(to))) return null;
  if (from && to && from > to) return null;
  return { kind: "dates", from: from || null, to: to || null };
};

export const schema = () => matching(`(${dayPattern})?,(${dayPattern})?`, 40);

/** The schema of one end, in a call with a parameter for each. */
export const endSchema = () => matching(dayPattern, 10);

export const test = testFor("dates", ({ from, to }) => ({
  between: { from, to },
}));
