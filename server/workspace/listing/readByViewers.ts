import type { Viewer } from "../../../domain/access";
import {
  conditionsKey,
  fixedConditions,
  possibleConditions,
  type FixedCondition,
} from "../../../domain/listing/fixedConditions";
import type { Where } from "../../../domain/resource";

/**
 * Reads once for each group of viewers who have the same fixed conditions, and
 * returns a function that finds the result of a viewer. Live news is read this
 * way, because it goes to many viewers at once.
 */
export async function readByViewers<Result>(
  where: Where | undefined,
  now: Date,
  read: (conditions: readonly FixedCondition[]) => Promise<Result>,
): Promise<(viewer: Viewer) => Result> {
  const results = new Map(
    await Promise.all(
      possibleConditions(where, now).map(
        async (conditions): Promise<[string, Result]> => [
          conditionsKey(conditions),
          await read(conditions),
        ],
      ),
    ),
  );
  return (viewer) => {
    const key = conditionsKey(fixedConditions(where, { viewer, now }));
    const result = results.get(key);
    if (result === undefined) throw new Error("A viewer fits no conditions");
    return result;
  };
}
