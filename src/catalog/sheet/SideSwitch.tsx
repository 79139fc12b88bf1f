import { useT } from "../../providers/i18n/useT";
import { Segmented } from "../../ui/Segmented";

/** The sides of a sheet: as it was delivered, or in the reader's language. */
export type Side = "original" | "translation";

/** Switches between a sheet and its translation. */
export function SideSwitch({
  value,
  onChange,
}: {
  value: Side;
  onChange: (side: Side) => void;
}) {
  const t = useT();
  return (
    <Segmented<Side>
      label={t("lot.sheet.show")}
      value={value}
      onChange={onChange}
      segments={[
        { value: "original", content: t("lot.sheet.original") },
        { value: "translation", content: t("lot.sheet.translation") },
      ]}
    />
  );
}
