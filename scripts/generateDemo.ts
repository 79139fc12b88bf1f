// Generates the demo's data into dist/demo. DEMO_SEED in the environment changes them.
import { japanDay } from "../domain/japanTime";
import { demoFolder } from "../server/demo/demoData";
import { firstMonday } from "./demo/generate";
import { writeDemo } from "./demo/writeDemo";

await writeDemo(demoFolder, {
  seed: process.env.DEMO_SEED ?? "seriba",
  monday: firstMonday(japanDay(new Date())),
});
