import { runWithin } from "./deadline";
import { failure } from "./errors";

/** How many tasks of a request run at once; each needs a connection. */
const atOnce = 4;

/** Ends the statements of `task` after a time, and rejects then if it still runs. */
export async function endWithin<Result>(
  milliseconds: number,
  task: () => Promise<Result>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(failure("unavailable", { retryAfter: 1 }));
    }, milliseconds);
  });
  try {
    return await Promise.race([runWithin(milliseconds, task), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a task for each value, several at once, and returns the results in order. */
export async function inPortions<Value, Result>(
  values: readonly Value[],
  run: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = values.entries();
  const work = async () => {
    for (const [index, value] of waiting) results[index] = await run(value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
