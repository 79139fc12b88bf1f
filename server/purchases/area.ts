import type { AreaModule } from "../workspace/area";
import { bidPorts } from "./purchases";

/** Cars that clients have won. */
export const purchases: AreaModule = {
  name: "purchases",
  open: () => ({ ports: bidPorts }),
};
