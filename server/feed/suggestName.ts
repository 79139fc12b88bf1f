import { nearest } from "../platform/nearest";

/** `did you mean "ajes"?` when a name is near, else the names there are. */
export function suggestName(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  return near === undefined
    ? `there is ${names.join(", ") || "none"}`
    : `did you mean "${near}"?`;
}
