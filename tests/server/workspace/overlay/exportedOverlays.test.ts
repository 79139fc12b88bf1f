import { expect, it } from "vitest";
import {
  createOverlays,
  insertChange,
  markExported,
  writeOverlay,
} from "../../../../server/workspace/overlay";
import { documentIn } from "../../../../server/workspace/overlay/documents";
import { createLog } from "../../../../server/platform/log";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { declare } from "../../../support/declared";
import { declaredCopy } from "../../../support/declaredCopy";
import { onDatabase } from "../../../support/database";

const cars = "car-auction";
const power = { id: "power", fields: ["horsePower"] };
const log = createLog("silent");

onDatabase("an exported edit", (open) => {
  let time = new Date("2026-11-20T10:00:00+09:00");
  const clock = { now: () => time };

  /** A server with files of its own. */
  function server(database: Database) {
    const copy = declaredCopy();
    const { declarations, workspace } = declare({ root: copy.root, log });
    const overlays = createOverlays({ declarations, database, clock });
    return {
      copy,
      overlays,
      reload: () => declarations.reload(),
      last: () => workspace.resource(cars).columns.at(-1)?.id,
      problems: () => workspace.problems,
    };
  }

  it("acts on servers with the former files until a day after others have the new ones", async () => {
    const database = await open();
    const [former, latest] = [server(database), server(database)];
    const { files } = await former.overlays.effective();
    const base = documentIn(files, cars);
    if (!base) throw new Error(cars);
    const { columns } = base.declaration as { columns: object[] };
    const target = {
      ...base,
      declaration: { ...base.declaration, columns: [...columns, power] },
    };
    await inTransaction(database, async (trx) => {
      const version = await insertChange(trx, {
        ...{ resource: cars, kind: "publish", undoes: null, widened: [] },
        ...{ author: "Emi", authorId: null, at: time, reason: "power" },
        ...{ before: base, after: target },
      });
      await writeOverlay(trx, { resource: cars, base, target, version });
      await markExported(trx, { resource: cars, version });
    });
    latest.copy.editResource(cars, ({ columns: all }) => {
      all.push(power);
    });
    const reloadAll = async () => {
      await latest.reload();
      await former.reload();
      return [latest.last(), former.last()];
    };
    expect(await reloadAll()).toEqual(["power", "power"]);
    // Somebody removes the part from the new files again.
    latest.copy.editResource(cars, ({ columns: all }) => {
      all.pop();
      const [first] = all;
      if (first) first.width = 333;
    });
    const before = (columns.at(-1) as { id: string }).id;
    expect(await reloadAll()).toEqual([before, "power"]);
    expect(latest.problems()).toEqual(former.problems());
    time = new Date("2026-11-21T10:00:01+09:00");
    // Now the new files are as they were before the edit.
    latest.copy.editResource(cars, ({ columns: all }) => {
      const [first] = columns as { width?: number }[];
      if (all[0]) all[0].width = first?.width;
    });
    expect(await reloadAll()).toEqual([before, before]);
  });
});
