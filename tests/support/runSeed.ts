/**
 * The seed of all random values in this run. `vitest.config.ts` chooses and
 * prints a new one for each run; `SEED=n` repeats a run.
 */
export const runSeed = Number(process.env.SEED);
