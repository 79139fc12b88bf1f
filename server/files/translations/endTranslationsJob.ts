import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { openStorage } from "../openStorage";
import { removeExpired } from "../removeExpired";
import { findOldTranslations, removeTranslation } from "./translationQueries";

/** A picture that is opened after this time is translated again. */
const keptDays = 90;

/**
 * Returns the job that deletes translated pictures of sheets 90 days after their last
 * call of the translator, and failed calls as well.
 */
export const endTranslationsJob = ({
  database,
  clock,
  config,
}: Pick<Context, "database" | "clock" | "config">): Job => ({
  name: "end-translations",
  everySeconds: 24 * 3_600,
  run: (signal) => {
    const db = database.background;
    const before = new Date(clock.now().getTime() - keptDays * 24 * 3_600_000);
    return removeExpired(openStorage(config), signal, {
      find: (most) => findOldTranslations(db, { before, most }),
      remove: (asked) => removeTranslation(db, asked, before),
    });
  },
});
