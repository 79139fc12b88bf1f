import { matching, testFor, type ReadValue } from "./kind";

/** The notations of true and false; URLs and calls are written with 1 and 0. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);

/** Yes or no. */
export const read: ReadValue = (text) => {
  const value = flags.get(text);
  return value === undefined ? null : { kind: "flag", value };
};

export const schema = () => matching("[01]", 40);

export const test = testFor("flag", ({ value }) => ({
  among: [String(value)],
}));
