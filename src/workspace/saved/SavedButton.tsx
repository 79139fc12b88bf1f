import { Suspense } from "react";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { DialogFailure } from "../../ui/DialogFailure";
import { Icon } from "../../ui/Icon";
import { SheetButton } from "../../ui/SheetButton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { preloadable } from "../../ui/preloadable";
import { useDraft, useListing } from "../listing/ListingContext";
import { useDefaultView, useIsShown, useOpenedView } from "./useOpenedView";
import { useSavedSearches, useSavesViews } from "./useSavedSearches";
import styles from "./SavedButton.module.css";

const [SavedDialog, preload] = preloadable(
  () => import("./SavedDialog"),
  DialogFailure,
);

/** The server does not have the call. */
const isMissingCall = (error: unknown) =>
  error instanceof CallError && [404, 405, 501].includes(error.status);

/** Opens the saved searches of the list; its badge has their number. */
export function SavedButton() {
  const { isPhone } = useListing();
  const draft = useDraft();
  const t = useT();
  const { data, error } = useSavedSearches();
  const count = data?.length ?? 0;
  const savesViews = useSavesViews();
  const view = useOpenedView();
  const isShown = useIsShown();
  useDefaultView();
  if (isMissingCall(error)) return null;
  const title = t(savesViews ? "savedViews.title" : "saved.title");
  const isChanged = view && !isShown(view);
  return (
    <SheetButton
      kind="ghost"
      className={styles.button}
      title={isPhone ? title : undefined}
      onPointerEnter={() => void preload()}
      onOpen={draft.apply}
      dialog={(onClose) => (
        <Suspense fallback={null}>
          <SavedDialog onClose={onClose} />
        </Suspense>
      )}
    >
      <Icon name="star" size={16} />
      {isPhone ? (
        <VisuallyHidden>{view?.title ?? title}</VisuallyHidden>
      ) : (
        <span className={styles.title}>{view?.title ?? title}</span>
      )}{" "}
      {isChanged && (
        <span className={styles.changed}>
          {isPhone ? (
            <VisuallyHidden>{t("savedViews.mark")}</VisuallyHidden>
          ) : (
            t("savedViews.mark")
          )}
        </span>
      )}
      {!view && count > 0 && <span className={styles.badge}>{count}</span>}
    </SheetButton>
  );
}
