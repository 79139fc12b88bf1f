import styles from "./LiveNotice.module.css";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { areaNews } from "../../../domain/liveEvent";
import { formatNumber } from "../../../domain/money";
import { liveEvents, staleLists } from "../../providers/events";
import { useT } from "../../providers/i18n/useT";
import { forgetOwnChanges } from "../../providers/cachedRows";
import { Button } from "../../ui/Button";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";

type News = {
  /** Number of rows added to the list's area. */
  added: number;
  /** Rows were added, removed or moved, and their number is unknown. */
  isStale: boolean;
};

const noNews: News = { added: 0, isStale: false };

/** Browsers that get the same event reload their lists spread over this time. */
const spreadMs = 600;

/**
 * Says that the list has changed since its rows were loaded, and offers to
 * reload it. The rows do not move until then. A list without rows reloads by
 * itself, since an empty list has no reading position to lose.
 */
export default function LiveNotice() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const t = useT();
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [news, setNews] = useState(noNews);
  const { name, pageType } = resource;
  const { rows, isFetching, arrivedAt, pageCount, isInPlace } = useListRows();
  const isEmpty = rows?.length === 0;
  const isShown = news.isStale || news.added > 0;

  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.name === "reset" && pageType)
          setNews((known) => ({ ...known, isStale: true }));
        const own = areaNews(event, { name, pageType });
        if (own)
          setNews((known) => ({ ...known, added: known.added + own.added }));
      }),
    [name, pageType],
  );
  useEffect(
    () =>
      staleLists.subscribe((staleName) => {
        if (staleName === name)
          setNews((known) => ({ ...known, isStale: true }));
      }),
    [name],
  );

  // A list that was read again is up to date. Live updates and further pages are not
  // such a reading.
  const reading = useRef({ arrivedAt, pageCount });
  useEffect(() => {
    const before = reading.current;
    reading.current = { arrivedAt, pageCount };
    if (arrivedAt === before.arrivedAt || isInPlace) return;
    if (pageCount > before.pageCount) return;
    forgetOwnChanges(name);
    setNews(noNews);
  }, [arrivedAt, pageCount, isInPlace, name]);

  useEffect(() => {
    // A reload would cancel a running request, so it waits for its end.
    if (!isShown || !isEmpty || isFetching) return;
    const timer = setTimeout(() => {
      setNews(noNews);
      void queryClient.invalidateQueries({ queryKey: [name] });
    }, Math.random() * spreadMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isShown, isEmpty, isFetching, name, queryClient]);

  const { filters, search } = state;
  const isFiltered = Object.keys(filters).length > 0 || search !== null;
  const text = () => {
    if (news.isStale) return t("list.live.moved");
    // The number of new rows that match the filters is unknown.
    if (isFiltered) return t("list.live.some");
    const count = formatNumber(news.added);
    return translate("list.live.new", { smart_count: news.added, count });
  };
  return (
    <div className={styles.place} role="status">
      {isShown && !isEmpty && (
        <div className={styles.notice} data-live-notice>
          <span>{text()}</span>
          <Button
            kind="ghost"
            onClick={() => {
              setNews(noNews);
              void queryClient.invalidateQueries({ queryKey: [name] });
            }}
          >
            {t("list.live.refresh")}
          </Button>
        </div>
      )}
    </div>
  );
}
