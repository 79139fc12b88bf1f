import type { ImportProgress, ImportResult } from "./importResult";

const count = (number: number) => number.toLocaleString("en-US");

/** `12,000 rows read, 11,990 new, ...` */
export function describeProgress(progress: ImportProgress): string {
  const { read, inserted, updated, unchanged, rejected, repeated } = progress;
  const parts = [
    `${count(read)} rows read`,
    `${count(inserted)} new`,
    `${count(updated)} changed`,
    `${count(unchanged)} unchanged`,
    `${count(rejected)} rejected`,
  ];
  if (repeated > 0) parts.push(`${count(repeated)} repeated`);
  return parts.join(", ");
}

/** The lines that end an import, finished or not. */
export function describeResult(result: ImportResult): string[] {
  const lines = [describeProgress(result)];
  for (const { field, text, count: rows } of result.unmapped)
    lines.push(
      `The mapping does not know ${field} "${text}" (${count(rows)} rows)`,
    );
  if (result.rejectsFile !== null)
    lines.push(`Rejected rows with their reasons: ${result.rejectsFile}`);
  return lines;
}
