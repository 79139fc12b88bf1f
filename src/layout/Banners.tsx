import type { ReactNode } from "react";
import { Link } from "react-router";
import { bySeverity } from "../providers/CallError";
import { useIsOnline } from "../providers/connection";
import { liveOutageStore } from "../providers/events";
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

/** Says that the browser is offline, or that live updates do not arrive. */
export function ConnectionBanner() {
  const t = useT();
  const isOnline = useIsOnline();
  const isOutage = useStoreValue(liveOutageStore);
  return (
    <Banner isShown={!isOnline || isOutage} icon="offline">
      {t(isOnline ? "shell.noLiveUpdates" : "shell.offline")}
    </Banner>
  );
}

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
      <ConnectionBanner />
      <NewBuildBanner />
      <LanguageBanner />
      <ProblemsBanner />
    </>
  );
}
