import { bidding } from "./bidding";
import { catalog } from "./catalog";
import { company } from "./company";
import { demo } from "./demo";
import { feed } from "./feed";
import { files } from "./files";
import { identity } from "./identity";
import { notices } from "./notices";
import { operations } from "./operations";
import { payments } from "./payments";
import { prices } from "./prices";
import { purchases } from "./purchases";
import { workshop } from "./workshop";
import type { AreaModule } from "./workspace/area";

/**
 * The areas of the server, from the lowest to the highest: each may import those before
 * it through their index.ts, and asks those after it through ports. The check of imports
 * reads this list.
 */
export const areas: readonly AreaModule[] = [
  identity,
  company,
  notices,
  prices,
  catalog,
  payments,
  bidding,
  purchases,
  files,
  operations,
  feed,
  workshop,
  demo,
];
