import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declare } from "../../../support/declared";
import { migrations } from "../../../../server/migrations";
import {
  migrate,
  openDatabase,
  type Database,
} from "../../../../server/platform/database";
import { createLog } from "../../../../server/platform/log";
import { createOverlays } from "../../../../server/workspace/overlay";
import { declaredCopy } from "../../../support/declaredCopy";
import {
  hasPostgres,
  startPostgres,
  type Postgres,
} from "../../../support/postgres";
import { eventually } from "../../../support/eventually";

const copy = declaredCopy();

describe.skipIf(!hasPostgres)(
  "a file edited while the database is away",
  () => {
    let postgres: Postgres;
    let database: Database;

    beforeAll(async () => {
      // The test kills it soon after the migrations.
      postgres = await startPostgres({ keepsCommits: true });
      const url = await postgres.createDatabase();
      const log = createLog("silent");
      database = await openDatabase({ url, dataDirectory: ":memory:", log });
      await migrate(database, migrations);
    });

    afterAll(async () => {
      await database.close();
      await postgres.stop();
    });

    it("acts as soon as the database is there again", async () => {
      const log = createLog("silent");
      const { declarations, workspace } = declare({ root: copy.root, log });
      const overlays = createOverlays({
        ...{ declarations, database, clock: { now: () => new Date() } },
      });
      await declarations.reload();
      const last = () => workspace.resource("car-auction").columns.at(-1)?.id;
      const before = last();
      await postgres.kill();
      copy.editResource("car-auction", ({ columns }) => {
        columns.push({ id: "power", fields: ["horsePower"] });
      });
      await declarations.reload();
      expect(last()).toBe(before);
      await postgres.start();
      await eventually(
        async () => {
          await overlays.refresh();
          expect(last()).toBe("power");
        },
        { interval: 200 },
      );
    });
  },
);
