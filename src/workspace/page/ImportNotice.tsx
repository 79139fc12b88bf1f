import { useTranslate } from "ra-core";
import { useEffect, useState } from "react";
import { areaNews } from "../../../domain/liveEvent";
import { formatNumber } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import { liveEvents } from "../../providers/events";
import { useT } from "../../providers/i18n/useT";
import { Notice } from "../../ui/Notice";
import { useListing } from "../listing/ListingContext";

/** A running import adds rows more often than this; without news it has ended. */
const silenceMs = 15_000;

/**
 * Says that an import into the list is running, and how many rows it has added so far.
 * The live stream brings the number; the notice goes away when the import ends.
 */
export default function ImportNotice() {
  const { resource } = useListing();
  const t = useT();
  const translate = useTranslate();
  const added = useRunningImport(resource);
  if (added === null) return null;
  const noun = translate(`list.found.${resource.row}`, {
    smart_count: added,
    _: translate("list.found.row", { smart_count: added }),
  });
  return (
    <Notice tone="info">
      <p>
        {/* Screen readers hear that an import is running, but not each number. */}
        <span role="status">{t("list.importing.title")}</span>{" "}
        {t("list.importing.added", { count: formatNumber(added), noun })}
      </p>
    </Notice>
  );
}

/** Returns how many rows a running import into the list has added; null without one. */
function useRunningImport({
  name,
  pageType,
}: Pick<Resource, "name" | "pageType">): number | null {
  const [added, setAdded] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = liveEvents.subscribe((event) => {
      const own = areaNews(event, { name, pageType });
      if (!own) return;
      clearTimeout(timer);
      setAdded(own.importing ?? null);
      timer = setTimeout(() => {
        setAdded(null);
      }, silenceMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [name, pageType]);
  return added;
}
