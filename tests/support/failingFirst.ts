import type { Database } from "../../server/platform/database";

/** Returns the database with its first statement failing. */
export function failingFirst(kysely: Database["kysely"]): Database["kysely"] {
  let hasFailed = false;
  return kysely.withPlugin({
    transformQuery: ({ node }) => {
      if (hasFailed) return node;
      hasFailed = true;
      throw new Error("The connection is lost");
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}
