import styles from "./Favorite.module.css";
import { useNotify } from "ra-core";
import { useId, useRef, useState } from "react";
import { canBeFavorite } from "../../../domain/favorites";
import { useT } from "../../providers/i18n/useT";
import { useSession } from "../../providers/session";
import { useStoreValue } from "../../providers/store";
import { classes } from "../../ui/classes";
import { IconButton } from "../../ui/IconButton";
import { preloadableDialog } from "../../ui/DialogFailure";
import type { AddFavoriteBody } from "../../../generated/schemas";
import { readableName } from "../../ui/readable";
import { useRowTabIndex } from "../../workspace/cells/TextCell";
import type { CellProps } from "../../workspace/registry/cells";
import { groupsOf, pendingGroups, type FavoriteLot } from "./favorites";

const [FavoriteGroups, preload] = preloadableDialog(
  () => import("./FavoriteGroups"),
);

type FavoriteToggleProps = {
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

/** The wishlist toggle of a lot in a list; rows of favourites name their lot. */
export function FavoriteCell({ row, fields, tabIndex }: CellProps) {
  const rowTabIndex = useRowTabIndex();
  const [wishList = ""] = fields;
  const names = [row.maker, row.model, row.lotNo].filter(
    (name): name is string => typeof name === "string",
  );
  return (
    <FavoriteToggle
      lot={{
        id: String(row.lotId ?? row.id),
        type: row.lotType as AddFavoriteBody["type"],
      }}
      wishList={row[wishList]}
      isUss={row.isUss === true}
      title={names.map(readableName).join(" ")}
      tabIndex={tabIndex ?? rowTabIndex}
    />
  );
}
