import type { AreaModule } from "../workspace/area";
import { migrations } from "./migrations";
import { bidPorts } from "./purchases";

export { bidPorts } from "./purchases";

/** Cars that clients have won. */
export const purchases: AreaModule = {
  name: "purchases",
  migrations,
  open: () => ({ ports: bidPorts }),
};
