import { useNotify } from "ra-core";
import { useId, useRef, useState } from "react";
import { canBeFavorite } from "../../../domain/favorites";
import { useT } from "../../providers/i18n/useT";
import { useSession } from "../../providers/session";
import { useStoreValue } from "../../providers/store";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { groupsOf, pendingGroups, type FavoriteLot } from "./favorites";
import styles from "./Favorite.module.css";
import { preloadableDialog } from "../../ui/DialogFailure";

const [FavoriteGroups, preload] = preloadableDialog(
  () => import("./FavoriteGroups"),
);

export type FavoriteToggleProps = {
  lot: FavoriteLot;
  /** The field `wishList` of the lot, from its row or its page. */
  wishList: unknown;
  isUss: boolean;
  /** Missing in rows of lists. */
  allowDownloadPhotos?: boolean;
  /** The name of the lot, for screen readers. */
  title: string;
  tabIndex?: number | undefined;
};

/**
 * A heart that shows whether the lot is in the wishlist and opens its groups. For a lot
 * of USS it is disabled and says why. Viewers without a wishlist see nothing.
 */
export function FavoriteToggle(props: FavoriteToggleProps) {
  const { lot, wishList, isUss, allowDownloadPhotos, title, tabIndex } = props;
  const session = useSession();
  const pending = useStoreValue(pendingGroups).get(lot.id);
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const t = useT();
  const notify = useNotify();
  if (
    session.status !== "authenticated" ||
    !canBeFavorite({ allowDownloadPhotos }, session.viewer)
  )
    return null;
  if (!canBeFavorite({ isUss, allowDownloadPhotos }, session.viewer))
    return (
      <IconButton
        icon="heart"
        label={t("favorites.uss")}
        aria-disabled
        tabIndex={tabIndex}
        className={classes(styles.heart, styles.refused)}
        onClick={() => {
          notify(t("favorites.uss"), { type: "info" });
        }}
      />
    );
  const groups = pending?.groups ?? groupsOf(wishList);
  const isIn = groups.length > 0;
  return (
    <>
      <IconButton
        ref={anchor}
        icon="heart"
        isFilled={isIn}
        label={t(isIn ? "favorites.change" : "favorites.add", { lot: title })}
        tabIndex={tabIndex}
        className={classes(styles.heart, isIn && styles.isIn)}
        data-groups={isIn ? groups.join("") : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={() => void preload()}
        onClick={() => {
          setIsOpen(true);
        }}
      />
      {isOpen && (
        <FavoriteGroups
          id={id}
          lot={lot}
          groups={groups}
          anchor={() => anchor.current}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}
