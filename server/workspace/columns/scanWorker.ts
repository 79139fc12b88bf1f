import { parentPort } from "node:worker_threads";
import { scanView } from "./scan";
import type { Scan, Scanned, View } from "./view";

/** A view to remember, null to forget it, or scans of the remembered view. */
export type ScanRequest =
  | { view: View | null; of: number }
  | { id: number; of: number; scans: readonly Scan[] };

export type ScanReply = { id: number; scanned: Scanned[] };

/** The latest view of each area. */
const views = new Map<number, View>();

parentPort?.on("message", (request: ScanRequest) => {
  if ("view" in request) {
    if (request.view) views.set(request.of, request.view);
    else views.delete(request.of);
    return;
  }
  const { id, of, scans } = request;
  const view = views.get(of);
  if (!view) throw new Error("The view of a scan is missing");
  const scanned = scans.map((scan) => scanView(view, scan));
  parentPort?.postMessage({ id, scanned } satisfies ScanReply);
});
