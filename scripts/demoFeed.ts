// Prints the demo's coming cars of this week as a feed, for `npm run import`.
import { openDemo, rowsOn, saleWindow } from "../server/demo/saleDay";
import { readConfig } from "../server/platform/config";
import { findRoot } from "../server/platform/root";

const demo = openDemo({
  root: findRoot(),
  config: readConfig({ DEMO_SCALE: process.env.DEMO_SCALE }),
});
const now = new Date();
let separator = "[";
for await (const row of rowsOn(demo, "cars", { days: saleWindow(now), now })) {
  if (row.STATUS !== "") continue;
  process.stdout.write(`${separator}\n${JSON.stringify(row)}`);
  separator = ",";
}
process.stdout.write(separator === "[" ? "[]\n" : "\n]\n");
