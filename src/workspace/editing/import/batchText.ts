import { useLocaleState } from "ra-core";
import { useT } from "../../../providers/i18n/useT";
import { formatMoment } from "../../formatMoment";
import type { Batch, EarlierImport } from "./importCalls";

type Counts = Pick<Batch, "added" | "changed" | "ended" | "leftOut"> &
  Partial<Pick<Batch, "removed">>;

/** Returns a function that writes the numbers of rows of an import or an undo. */
export function useBatchText(): (
  counts: Counts,
  kind: "import" | "undo",
) => string {
  const t = useT();
  return ({ added, changed, ended, removed = 0, leftOut }, kind) => {
    const isUndo = kind === "undo";
    const parts = [
      [added, "import.counts.added"],
      [changed, isUndo ? "import.counts.restored" : "import.counts.changed"],
      [ended, "import.counts.ended"],
      [removed, "import.counts.removed"],
      [leftOut, isUndo ? "import.counts.left" : "import.counts.refused"],
    ] as const;
    const shown = parts.flatMap(([count, key]) =>
      count > 0 ? [t(key, { smart_count: count })] : [],
    );
    return shown.length > 0 ? shown.join(", ") : t("import.counts.none");
  };
}

/** Returns a function that says who has imported something, or undone it, and when. */
export function useAuthorText(): (
  batch: EarlierImport,
  kind: "import" | "undo",
) => string {
  const t = useT();
  const [locale] = useLocaleState();
  return ({ user, at, undoneBy, undoneAt }, kind) => {
    const isUndo = kind === "undo";
    const moment = formatMoment((isUndo ? undoneAt : null) ?? at, locale);
    return t(isUndo ? "import.undoneBy" : "import.by", {
      user: (isUndo ? undoneBy : user) ?? "",
      time: t("chat.inJapan", { time: moment }),
    });
  };
}
