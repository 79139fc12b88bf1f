import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { japanDay } from "../../../domain/japanTime";
import { debounce } from "../../../domain/limits";
import {
  longestPaletteText,
  palettePath,
  paletteSearches,
} from "../../../domain/palette";
import type { MySearchReply, PaletteReply } from "../../../generated/schemas";
import { allEntries, useMenuPages } from "../../layout/menuEntries";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useIsMember } from "../../providers/viewer";
import { useWorkspace } from "../../providers/workspace";
import { useDebounced } from "../controls/inputDrafts";
import { useViewerTools } from "../fieldText";
import {
  actionEntries,
  matchingEntries,
  pageEntries,
  rowEntries,
  savedEntries,
  type PaletteEntry,
} from "./paletteEntries";
import { useAccountEntries } from "./useAccountEntries";

/** What the palette offers for a text. */
export type Offered = {
  entries: readonly PaletteEntry[];
  /** Rows are being searched for. */
  isSearching: boolean;
  /** Why the rows could not be searched, if they could not. */
  error: unknown;
  retry: () => void;
};

/**
 * Returns the entries that match the text: pages, actions and saved searches at once,
 * rows of lists as soon as the server has found them. Without a text it returns pages and
 * actions.
 */
export function usePaletteEntries(typed: string): Offered {
  const workspace = useWorkspace();
  const { resources, dashboards, isOwnServer } = workspace;
  const pages = useMenuPages();
  const isMember = useIsMember();
  const t = useT();
  const tools = useViewerTools();
  const text = typed.trim().slice(0, longestPaletteText);
  const asked = useDebounced(text, debounce.typed);
  const searched = resources.some(
    (resource) => paletteSearches(resource).length > 0,
  );
  const isAsked = isOwnServer && searched && asked !== "" && text !== "";
  const rows = useQuery({
    queryKey: ["palette", asked],
    queryFn: ({ signal }) =>
      request<PaletteReply>(palettePath, { query: { text: asked }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const saved = useQuery({
    queryKey: ["saved-searches", "all"],
    queryFn: ({ signal }) =>
      request<MySearchReply>("/user/my-search", { signal }),
    enabled: isOwnServer && isMember,
  });
  const known = useMemo(() => {
    const texts = { tools, t };
    const menu = allEntries({ resources, dashboards }, pages);
    return {
      pages: pageEntries(menu, texts),
      actions: actionEntries(resources, texts),
    };
  }, [resources, dashboards, pages, tools, t]);
  const account = useAccountEntries();
  const savedItems = saved.data?.items;
  const searches = useMemo(
    () =>
      savedEntries(savedItems ?? [], workspace, {
        day: japanDay(serverNow()),
        tools,
        t,
      }),
    [savedItems, workspace, tools, t],
  );
  const lists = isAsked ? rows.data?.lists : undefined;
  const found = useMemo(
    () => rowEntries(lists ?? [], workspace, { tools, t }),
    [lists, workspace, tools, t],
  );
  const isSearching =
    isOwnServer &&
    searched &&
    text !== "" &&
    (text !== asked || rows.isFetching);
  return {
    entries: [
      ...matchingEntries([...known.pages, ...account.pages], text),
      ...matchingEntries([...known.actions, ...account.actions], text),
      ...(text === "" ? [] : matchingEntries(searches, text)),
      ...found,
    ],
    isSearching,
    error: isAsked && !isSearching ? rows.error : null,
    retry: () => void rows.refetch(),
  };
}
