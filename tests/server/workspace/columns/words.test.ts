import { sql } from "kysely";
import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import { runWithDeadline } from "../../../../server/platform/deadline";
import { createWords } from "../../../../server/workspace/columns/query/words";
import { createColumnTable } from "../../../../server/workspace/columns/store/columnTable";
import { onDatabase } from "../../../support/database";

onDatabase("the words of a large dictionary", (open) => {
  it("are read in parts, once for all first requests, also after their deadline", async () => {
    const database = await open();
    const { kysely } = database;
    await sql`
      insert into terms (kind, id, name)
      select 'model', id, 'model ' || id from generate_series(1, 5000) as id`.execute(
      kysely,
    );
    const rows: number[] = [];
    const counted = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        rows.push(result.rows.length);
        return Promise.resolve(result);
      },
    });
    const table = createColumnTable(["model"]);
    for (let id = 1; id <= 5_000; id += 1)
      table.put({ id, version: id, values: [id] });
    table.publish();
    const words = createWords({ ...database, kysely: counted });
    await Promise.all(
      Array.from({ length: 50 }, () =>
        runWithDeadline({ endsAt: 0 }, () => words.load(lotSource, table)),
      ),
    );
    expect(rows).toEqual([2_000, 2_000, 1_000]);
    expect(words.find("model", 1)?.name).toBe("model 1");
    expect(words.find("model", 5_000)?.name).toBe("model 5000");
  });
});
