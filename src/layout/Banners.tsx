import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore, type ReactNode } from "react";
import { Link } from "react-router";
import { bySeverity } from "../providers/bySeverity";
import { useIsOnline } from "../providers/connection";
import { liveOutageStore, unreachedStore } from "../providers/events";
import { currentLanguage, languageOfId } from "../providers/i18n/language";
import { useHasNewBuild } from "../providers/newBuild";
import { useT } from "../providers/i18n/useT";
import { reloadPage } from "../providers/reloadPage";
import { useSignedIn } from "../providers/session";
import { readStored } from "../providers/storage";
import { useStoreValue } from "../providers/store";
import { useWorkspace } from "../providers/workspace";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/iconPaths";
import styles from "./Banners.module.css";

/** A notice above the page, announced when it appears. */
const Banner = (props: {
  isShown: boolean;
  icon: IconName;
  children: ReactNode;
}) => (
  <div role="status">
    {props.isShown && (
      <p className={styles.banner}>
        <Icon name={props.icon} />
        {props.children}
      </p>
    )}
  </div>
);

/**
 * Says that the browser is offline, that the server cannot be reached or that live updates
 * do not arrive. `readAt` is when the oldest content of the page was read.
 */
export function ConnectionBanner({ readAt }: { readAt?: number | undefined }) {
  const t = useT();
  const { isOnline, isUnreached } = useReach();
  const isOutage = useStoreValue(liveOutageStore);
  const isCut = !isOnline || isUnreached;
  return (
    <Banner isShown={isCut || isOutage} icon="offline">
      {isCut && readAt !== undefined && (
        <b>{t("shell.readAt", { time: momentOf(readAt) })}</b>
      )}
      {t(
        !isOnline
          ? "shell.offline"
          : isUnreached
            ? "shell.unreached"
            : "shell.noLiveUpdates",
      )}
    </Banner>
  );
}

/** Formats a time of the reader's clock, with the day if it is not today. */
function momentOf(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(currentLanguage(), {
    ...(isToday ? {} : { day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  }).format(date);
}

const useReach = () => ({
  isOnline: useIsOnline(),
  isUnreached: useStoreValue(unreachedStore),
});

/**
 * Returns when the oldest content on screen was read, while the server cannot be reached;
 * else undefined.
 */
function useReadAt(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const { isOnline, isUnreached } = useReach();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      if (isOnline && !isUnreached) return undefined;
      const times = cache
        .findAll({ type: "active" })
        .filter(({ queryKey: [kind, method] }) => isContent(kind, method))
        .map(({ state }) => state.dataUpdatedAt)
        .filter((time) => time > 0);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  );
}

/** Whether a query has the rows of a list or one row in full. */
const isContent = (kind: unknown, method: unknown): boolean =>
  ["row", "detail"].includes(String(kind)) ||
  ["getList", "getInfiniteList"].includes(String(method));

/** Offers to reload a page that runs an earlier build than the server has. */
export function NewBuildBanner() {
  const t = useT();
  return (
    <Banner isShown={useHasNewBuild()} icon="reload">
      {t("shell.newBuild.text")}
      <Button onClick={reloadPage}>{t("shell.newBuild.reload")}</Button>
    </Banner>
  );
}

/** Offers to reload a page whose user has chosen another language in another tab or browser. */
export function LanguageBanner() {
  const t = useT();
  const language = languageOfId(useSignedIn().detail.language);
  // A browser that stores nothing would have the same language after the reload.
  const isOther =
    language !== null &&
    language !== currentLanguage() &&
    language === readStored("language");
  return (
    <Banner isShown={isOther} icon="alert">
      {t("shell.otherLanguage.text")}
      <Button onClick={reloadPage}>{t("shell.otherLanguage.reload")}</Button>
    </Banner>
  );
}

/** Shows admins the number of errors and of warnings in the declarations. */
export function ProblemsBanner() {
  const t = useT();
  const groups = bySeverity(useWorkspace().problems);
  const counts = (["errors", "warnings"] as const)
    .filter((kind) => groups[kind].length > 0)
    .map((kind) =>
      t(`workshop.problems.${kind}`, { smart_count: groups[kind].length }),
    );
  return (
    <Banner isShown={counts.length > 0} icon="alert">
      <Link to="/workspace">
        {t("workshop.banner", { counts: counts.join(", ") })}
      </Link>
    </Banner>
  );
}

/** The notices above every page. */
export default function Banners() {
  return (
    <>
      <ConnectionBanner readAt={useReadAt()} />
      <NewBuildBanner />
      <LanguageBanner />
      <ProblemsBanner />
    </>
  );
}
