import { sql } from "kysely";
import type { RecordKind } from "../workspace/records";
import { purchaseKind } from "./purchaseKind";

/**
 * The cars that go with a shipment. Purchases refer to shipments; the expression is that of the
 * index of this field.
 */
const cars = sql<number>`(
  select count(*)::integer from records as car
  where car.row_schema = ${sql.lit(purchaseKind.row)}
    and car.data ->> 'carState' <> 'shippingCancelled'
    and car.data ->> 'ending' = 'none'
    and (case when jsonb_typeof(car.data -> 'shipmentId') = 'string'
      then car.data ->> 'shipmentId' end) collate "C" = records.id::text)`;

/** Records of the row schema "shipment": cars that sail with one voyage of a vessel. */
export const shipmentKind: RecordKind = {
  row: "shipment",
  given: ["name"],
  fields: { cars: { kind: "expression", expression: cars } },
  derive: () =>
    Promise.resolve(({ vessel, voyage, exportPort, dischargePort, etd }) => ({
      name: `${String(vessel)} ${String(voyage)}, ${String(exportPort)} – ${String(dischargePort)}, ${String(etd)}`,
    })),
};
