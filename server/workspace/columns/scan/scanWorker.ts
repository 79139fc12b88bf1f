import { parentPort } from "node:worker_threads";
import {
  applyPatch,
  type Scan,
  type Scanned,
  type View,
  type ViewPatch,
} from "../store/view";
import { scanView } from "./scan";

/** A change of a view, null to forget it, or a scan of the remembered view. */
export type ScanRequest =
  | { view: ViewPatch | null; of: number }
  | { id: number; of: number; scan: Scan };

export type ScanReply = { id: number; scanned: Scanned };

/** The latest view of each area. */
const views = new Map<number, View>();

parentPort?.on("message", (request: ScanRequest) => {
  if ("view" in request) {
    const { of, view } = request;
    if (view) views.set(of, applyPatch(views.get(of), view));
    else views.delete(of);
    return;
  }
  const { id, of, scan } = request;
  const view = views.get(of);
  if (!view) throw new Error("The view of a scan is missing");
  const scanned = scanView(view, scan);
  const { buffer } = scanned.rows;
  // A list of millions of rows is moved, not copied.
  const moved = buffer instanceof ArrayBuffer ? [buffer] : [];
  parentPort?.postMessage({ id, scanned } satisfies ScanReply, moved);
});
