import { useState } from "react";
import type {
  AuctionSheetSheet,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { CarMap } from "./CarMap";
import { MarkList } from "./MarkList";
import { SheetForm } from "./SheetForm";
import { SheetTranslation } from "./SheetTranslation";
import { SideSwitch, type Side } from "./SideSwitch";
import styles from "./DrawnSheet.module.css";

/**
 * A sheet on paper beside its translation. On narrow screens a switch
 * shows one of them; both keep their place, so that nothing moves. The
 * same damage is marked on the map and in the list.
 */
export default function DrawnSheet({
  sheet,
  canTranslate,
  translation,
  error,
  onRetry,
}: {
  sheet: AuctionSheetSheet;
  canTranslate: boolean;
  translation: AuctionSheetTranslation | undefined;
  error: unknown;
  onRetry?: () => void;
}) {
  const t = useT();
  const [side, setSide] = useState<Side>("translation");
  const [active, setActive] = useState<number | null>(null);
  const shown = canTranslate ? side : "original";
  return (
    <Box
      title={t("lot.sheet.title")}
      tools={
        canTranslate && (
          <div className={styles.switch}>
            <SideSwitch value={side} onChange={setSide} />
          </div>
        )
      }
    >
      <div className={styles.sheet} data-side={shown}>
        <div className={classes(styles.paper, styles.form)}>
          <SheetForm sheet={sheet} />
        </div>
        {canTranslate && (
          <div className={styles.translation}>
            {error && !translation ? (
              <ErrorNotice error={error} onRetry={onRetry} />
            ) : (
              <SheetTranslation sheet={sheet} translation={translation} />
            )}
          </div>
        )}
        <div className={classes(styles.paper, styles.map)}>
          <CarMap marks={sheet.marks} active={active} onActive={setActive} />
        </div>
        <div className={styles.marks}>
          <MarkList
            marks={sheet.marks}
            unreadMarks={sheet.unreadMarks}
            active={active}
            onActive={setActive}
          />
        </div>
      </div>
    </Box>
  );
}
