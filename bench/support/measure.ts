const rounds = 30;
const warmUps = 5;

export type Measured = { name: string; ours: number; floor: number };

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Medians in milliseconds of our work and of its floor, taken in turns so that
 * a busy moment of the machine falls on both.
 */
export async function compare(
  name: string,
  work: { ours: () => Promise<unknown>; floor: () => Promise<unknown> },
): Promise<Measured> {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const times = [await timed(work.ours), await timed(work.floor)] as const;
    if (round < warmUps) continue;
    ours.push(times[0]);
    floor.push(times[1]);
  }
  return { name, ours: median(ours), floor: median(floor) };
}

/** Lines of a table: milliseconds of both, and how many floors ours is. */
export function tableOf(title: string, measured: readonly Measured[]): string {
  const width = Math.max(
    title.length,
    ...measured.map(({ name }) => name.length),
  );
  const line = (name: string, ...cells: string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(10))].join("  ");
  return [
    line(title, "ours ms", "raw ms", "ratio"),
    ...measured.map(({ name, ours, floor }) =>
      line(
        name,
        ours.toFixed(1),
        floor.toFixed(1),
        `${(ours / floor).toFixed(2)}x`,
      ),
    ),
  ].join("\n");
}
