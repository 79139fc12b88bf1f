import { viewsOf, type View } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { useListing } from "../listing/ListingContext";
import styles from "../../ui/Segments.module.css";

const icons = { default: "list", card: "cards", grid: "grid" } as const;

/** Table, cards or columns of photos. */
export function ViewModes({
  view,
  onChange,
}: {
  view: View;
  onChange: (view: View) => void;
}) {
  const { resource } = useListing();
  const t = useT();
  const views = viewsOf(resource);
  if (views.length < 2) return null;
  return (
    <div
      className={styles.segments}
      role="group"
      aria-label={t("list.view.title")}
    >
      {views.map((mode) => (
        <button
          key={mode}
          type="button"
          className={styles.segment}
          aria-pressed={mode === view}
          aria-label={t(`list.view.${mode}`)}
          title={t(`list.view.${mode}`)}
          onClick={() => {
            onChange(mode);
          }}
        >
          <Icon name={icons[mode]} size={16} />
        </button>
      ))}
    </div>
  );
}
