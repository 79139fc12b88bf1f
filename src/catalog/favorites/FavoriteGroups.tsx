import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { favoriteGroups } from "../../../domain/favorites";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { Popup } from "../../ui/Popup";
import { useIsPhone } from "../../ui/useMedia";
import { setFavorite, type FavoriteLot, type Group } from "./favorites";
import styles from "./Favorite.module.css";

/** The groups of the wishlist as buttons, pressed where the lot is in the group. */
export default function FavoriteGroups({
  id,
  lot,
  groups,
  anchor,
  onClose,
}: {
  id: string;
  lot: FavoriteLot;
  groups: readonly string[];
  anchor: () => HTMLElement | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const isPhone = useIsPhone();
  const t = useT();
  const set = (group: Group, isIn: boolean) => {
    setFavorite(queryClient, lot, { group, isIn, groups }).catch(
      (error: unknown) => {
        notify(errorText(error, t), { type: "error" });
      },
    );
  };
  return (
    <Popup
      id={id}
      label={t("favorites.groups")}
      anchor={anchor}
      isPhone={isPhone}
      className={styles.popup}
      onClose={onClose}
    >
      {!isPhone && <h2 className={styles.heading}>{t("favorites.groups")}</h2>}
      <div
        className={styles.choices}
        role="group"
        aria-label={t("favorites.groups")}
      >
        {favoriteGroups.map((group) => {
          const isIn = groups.includes(group);
          const key = isIn ? "favorites.remove_from" : "favorites.add_to";
          return (
            <button
              key={group}
              type="button"
              className={styles.choice}
              aria-pressed={isIn}
              aria-label={t(key, { group })}
              title={t(key, { group })}
              onClick={() => {
                set(group, !isIn);
              }}
            >
              {group}
            </button>
          );
        })}
      </div>
    </Popup>
  );
}
