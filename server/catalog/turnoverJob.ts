import { addDays, japanDay, weekdayOf } from "../../domain/japanTime";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { turnovers } from "./lotKinds";
import type { LotPorts } from "./lotPorts";
import type { LotArea } from "./lotSource";
import { moveLots } from "./moveLots";

/** A new week begins in Japan once a week; a lot with a late date waits this long. */
const everySeconds = 900;

/**
 * Makes the job that moves the lots of past weeks to the statistics. A week ends
 * with Sunday in Japan. Lots without a result move too: the next feed updates a
 * lot where it is. Several servers may run the job at once.
 */
export const turnoverJob = (
  context: Pick<Context, "database" | "clock"> & { ports: LotPorts },
): Job => ({
  name: "move-past-lots",
  everySeconds,
  run: async (signal) => {
    const today = japanDay(context.clock.now());
    const before = addDays(today, 1 - weekdayOf(today));
    let moved = 0;
    for (const { from, to } of turnovers)
      if (!signal.aborted && (await hasLotsBefore(context, from, before)))
        moved += await moveLots(context, { from, to, before }, signal);
    return moved;
  },
});

/** Returns whether lots wait, so that an idle run does not wait for an import. */
async function hasLotsBefore(
  { database }: Pick<Context, "database">,
  area: LotArea,
  day: string,
): Promise<boolean> {
  const found = await database.background
    .selectFrom("lots")
    .select("id")
    .where("area", "=", area)
    .where("auction_day", "<", day)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
