import type { AreaModule } from "../workspace/area";
import { carPorts } from "./carPorts";
import { dueDaysJob } from "./dueDaysJob";
import { migrations } from "./migrations";
import { paperKind } from "./paperKind";
import { paymentSource } from "./paymentSource";
import { purchaseKind } from "./purchaseKind";
import { reminderJob } from "./reminderJob";
import { adoptionJob, bidPorts } from "./purchases";
import { registerPurchases } from "./routes";
import { shipmentKind } from "./shipmentKind";

export { bidPorts, changePurchase } from "./purchases";
export { purchaseReaders, visiblePurchase } from "./visiblePurchase";

/** Cars that clients have won, until the clients have them. */
export const purchases: AreaModule = {
  name: "purchases",
  migrations,
  calls: ["/purchased-cars/cancel"],
  sources: [paymentSource],
  records: [purchaseKind, shipmentKind, paperKind],
  open: (host) => ({
    ports: { ...bidPorts(host), cars: carPorts(host) },
    jobs: [adoptionJob(host), dueDaysJob(host), reminderJob(host)],
    routes: (api) => {
      registerPurchases(api, host);
    },
  }),
};
