import { useT } from "../../providers/i18n/useT";
import { useWorkshop } from "../WorkshopContext";
import { LabelFields } from "./LabelFields";
import styles from "./form.module.css";

/** Inputs for the labels of a dashboard: its title, and title and empty text of each tile. */
export default function LabelsPanel() {
  const t = useT();
  const { editing, declaration } = useWorkshop();
  const { labels } = editing.draft.present;
  const context = {
    labels,
    onLabel: editing.editLabel,
    defaultLabel: () => "",
  };
  return (
    <div className={styles.texts}>
      <LabelFields
        context={context}
        name="title"
        legend={t("workshop.form.title")}
      />
      {tileIds(declaration).map((id) => (
        <div key={id}>
          <LabelFields
            context={context}
            name={`tiles.${id}`}
            legend={t("workshop.form.tile", { id })}
          />
          <LabelFields
            context={context}
            name={`empty.${id}`}
            legend={t("workshop.form.tileEmpty", { id })}
          />
        </div>
      ))}
    </div>
  );
}

/** Returns the ids of the tiles, as far as the draft has them. */
function tileIds(declaration: object | null): string[] {
  const tiles: unknown =
    declaration && "tiles" in declaration ? declaration.tiles : [];
  return Array.isArray(tiles)
    ? (tiles as unknown[]).flatMap((tile) =>
        typeof tile === "object" &&
        tile !== null &&
        "id" in tile &&
        typeof tile.id === "string"
          ? [tile.id]
          : [],
      )
    : [];
}
