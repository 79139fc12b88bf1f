import { useEffect, useRef } from "react";
import { request } from "../../providers/http";
import { untilDone } from "../../providers/untilDone";
import { useIsPageVisible } from "../../ui/useMedia";
import { useListing, useListRows } from "../listing/ListingContext";

/** One call of `seen` has at most this many rows. */
const mostIds = 200;

/**
 * Marks the rows that the list shows as seen by the declared call, each row once. Rows
 * that load while the page is hidden wait until it is visible. Draws nothing.
 */
export default function SeenRows() {
  const { resource } = useListing();
  const { rows = [] } = useListRows();
  const isVisible = useIsPageVisible();
  const seen = useRef(new Set<string>());
  const leaving = useRef(new AbortController());
  const { calls } = resource;
  useEffect(() => {
    const controller = (leaving.current = new AbortController());
    return () => {
      controller.abort();
    };
  }, []);
  useEffect(() => {
    if (!isVisible || !calls.seen) return;
    const ids = rows
      .map(({ id }) => id)
      .filter((id) => !seen.current.has(id))
      .slice(0, mostIds);
    if (ids.length === 0) return;
    for (const id of ids) seen.current.add(id);
    const { path } = calls.seen;
    untilDone(() => request(path, { method: "POST", body: { ids } }), {
      signal: leaving.current.signal,
    }).catch(() => {
      for (const id of ids) seen.current.delete(id);
    });
  }, [calls, isVisible, rows]);
  return null;
}
