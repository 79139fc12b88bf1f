import { isDay } from "../../japanTime";
import { readChoices, testAmong } from "./choices";
import { dayPattern } from "./dates";
import { matching, type ReadValue } from "./kind";

/** Days in Japan, such as days of sale, chosen one by one. */
export const read: ReadValue = (text, { filter }) =>
  readChoices(text, filter, isDay);

export const schema = () => matching(`${dayPattern}(,${dayPattern})*`, 2000);

export const test = testAmong;
