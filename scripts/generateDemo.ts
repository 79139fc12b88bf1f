// Generates the demo's data into dist/demo. DEMO_SEED in the environment changes them.
import { addDays, japanDay, weekdayOf } from "../domain/japanTime";
import { demoFolder } from "../server/demo/demoData";
import { writeDemo } from "./demo/writeDemo";

const today = japanDay(new Date());

await writeDemo(demoFolder, {
  seed: process.env.DEMO_SEED ?? "seriba",
  monday: addDays(today, 1 - weekdayOf(today)),
});
