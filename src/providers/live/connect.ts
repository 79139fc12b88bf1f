import { loadConfiguration } from "../configuration";
import { markRefreshes, refreshOnce } from "../refresh";
import { readBatches, type Batch } from "./readBatches";

/** The server says something every 20 s; silence means a lost connection. */
const longestSilence = 50_000;

/**
 * - `missing`: this server has no such stream, and is not asked again
 * - `refused`: not now
 * - `ended`: it was open, and is to be taken up again
 */
export type Outcome = "missing" | "refused" | "ended";

/**
 * Follows the stream of changes until it ends: what came after the id `after`
 * first. An ended session is refreshed, as for any other call.
 */
export async function connect(options: {
  after: string | undefined;
  signal: AbortSignal;
  onBatch: (batch: Batch) => void;
}): Promise<Outcome> {
  const { after, signal, onBatch } = options;
  const { apiBase } = await loadConfiguration();
  const silence = new AbortController();
  let timer = setTimeout(() => undefined, 0);
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silence.abort();
    }, longestSilence);
  };
  const mark = markRefreshes();
  hear();
  let isOpen = false;
  try {
    const response = await fetch(
      `${apiBase}/live${after === undefined ? "" : `?after=${after}`}`,
      {
        credentials: "include",
        headers: { accept: "text/event-stream" },
        signal: AbortSignal.any([signal, silence.signal]),
      },
    );
    if (response.status === 401) {
      await refreshOnce({ apiBase, mark });
      return "ended";
    }
    if (isMissing(response)) return "missing";
    if (!response.ok || !response.body) return "refused";
    for await (const batch of readBatches(response.body)) {
      isOpen = true;
      hear();
      onBatch(batch);
    }
  } catch {
    // Cut, refused or given up: whoever keeps the stream decides.
  } finally {
    clearTimeout(timer);
  }
  return isOpen ? "ended" : "refused";
}

/** A static site may answer every address with its page. */
function isMissing(response: Response): boolean {
  if ([404, 405, 501].includes(response.status)) return true;
  const type = response.headers.get("content-type") ?? "";
  return response.ok && !type.startsWith("text/event-stream");
}
