import { bidding } from "../bidding";
import { catalog } from "../catalog";
import { registerAreas } from "../workspace/registry/areas";

// Adds the areas to the engine, from the lowest to the highest.
registerAreas([catalog, bidding]);
