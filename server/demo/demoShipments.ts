import type { Transaction } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import { prepareRecord, writeRecord } from "../workspace/records";

/** Vessels around today: voyage, ports, and the days of cut-off, ETD and ETA from today. */
const vessels = {
  "Golden Bay": ["109W", "Yokohama", "Vladivostok", -24, -21, -16],
  "Morning Star": ["041E", "Yokohama", "Vladivostok", -5, -2, 2],
  "Asian Pearl": ["112W", "Yokohama", "Vladivostok", 1, 3, 6],
  "Coral Wind": ["088S", "Nagoya", "Mombasa", 6, 9, 34],
  "Northern Crane": ["113W", "Toyama", "Vladivostok", 10, 12, 15],
} as const;

export type DemoVessel = keyof typeof vessels;

const shippingLine = "Pacific Car Line";

/** Adds a shipment for each vessel of the demo, and returns their ids. */
export async function addShipments(
  scope: Pick<Context, "schemas" | "recordKinds">,
  trx: Transaction<Tables>,
  at: Date,
): Promise<Record<DemoVessel, string>> {
  const today = japanDay(at);
  const author = { userId: null, userName: "", at };
  const row = "shipment";
  await announceChange(trx, "records");
  const ids: [string, string][] = [];
  for (const [vessel, values] of Object.entries(vessels)) {
    const [voyage, exportPort, dischargePort, cutOff, etd, eta] = values;
    const prepared = await prepareRecord(
      scope,
      trx,
      { row },
      {
        ...{ shippingLine, vessel, voyage, exportPort, dischargePort },
        ...{ cutOff: addDays(today, cutOff), etd: addDays(today, etd) },
        ...{ eta: addDays(today, eta), bookingNo: `PCL-${voyage}-07` },
      },
    );
    const change = { row, author, before: null, ...prepared };
    ids.push([vessel, await writeRecord(trx, change)]);
  }
  return Object.fromEntries(ids) as Record<DemoVessel, string>;
}
