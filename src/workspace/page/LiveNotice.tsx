import { useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useEffect, useState } from "react";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { liveEvents, staleLists } from "../../providers/events";
import { Button } from "../../ui/Button";
import { useListing, useListQuery } from "../listing/ListingContext";
import styles from "./LiveNotice.module.css";

type News = {
  /** Lots that came into the list's area. */
  added: number;
  /** The rows are others by now, or it is not known how many came. */
  isMoved: boolean;
};

const none: News = { added: 0, isMoved: false };

/**
 * What has happened to the list since it was read, over the rows, which stay
 * where they are until one asks for the new ones.
 */
export default function LiveNotice() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const t = useT();
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [news, setNews] = useState(none);
  const { name, pageType } = resource;

  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.name === "reset" && pageType)
          setNews((known) => ({ ...known, isMoved: true }));
        if (event.name !== "lots") return;
        const here = event.data.areas.find(({ area }) => area === pageType);
        if (here)
          setNews((known) => ({ ...known, added: known.added + here.added }));
      }),
    [pageType],
  );
  useEffect(
    () =>
      staleLists.subscribe((moved) => {
        if (moved === name) setNews((known) => ({ ...known, isMoved: true }));
      }),
    [name],
  );

  const { filters, search } = state;
  const isFiltered = Object.keys(filters).length > 0 || search !== null;
  const text = () => {
    if (news.isMoved) return t("list.live.moved");
    // How many of them pass the filters is known once they are shown.
    if (isFiltered) return t("list.live.some");
    const count = formatNumber(news.added);
    return translate("list.live.new", { smart_count: news.added, count });
  };
  const isShown = news.isMoved || news.added > 0;
  return (
    <div className={styles.place} role="status">
      {isShown && (
        <div className={styles.notice}>
          <span>{text()}</span>
          <Button
            kind="ghost"
            onClick={() => {
              setNews(none);
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
