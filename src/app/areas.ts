import { bidding } from "../bidding";
import { catalog } from "../catalog";
import { company } from "../company";
import { identity } from "../identity";
import { payments } from "../payments";
import { prices } from "../prices";
import { workshop } from "../workshop";
import { registerAreas } from "../workspace/registry/areas";

// Adds the areas to the engine, from the lowest to the highest.
registerAreas([
  identity,
  company,
  catalog,
  prices,
  payments,
  bidding,
  workshop,
]);
