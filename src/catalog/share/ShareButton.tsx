import { Suspense, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { SharedLotProps } from "./ShareDialog";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable } from "../../ui/preloadable";

const [ShareDialog] = preloadable(() => import("./ShareDialog"), DialogFailure);

/** A button that shares a lot with strangers. */
export function ShareButton(props: SharedLotProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="share" size={16} />
        {t("share.button")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog
            {...props}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
