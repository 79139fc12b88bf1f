import { useT } from "../../providers/i18n/useT";
import { useWorkshop } from "../WorkshopContext";

/** Why the draft cannot be published now, in words; null where it can. */
export function useWhyNot(): string | null {
  const t = useT();
  const { editing, checked, declaration, published } = useWorkshop();
  const { check, isChecking, error } = checked;
  if (!editing.isChanged) return t("workshop.publish.unchanged");
  if (!declaration) return t("workshop.publish.broken");
  if (editing.draft.base.version !== published.version)
    return t("workshop.publish.moved");
  if (isChecking || (!check && error === undefined))
    return t("workshop.publish.checking");
  const mistakes = check?.problems.length ?? 0;
  return mistakes > 0
    ? t("workshop.publish.problems", { smart_count: mistakes })
    : null;
}
