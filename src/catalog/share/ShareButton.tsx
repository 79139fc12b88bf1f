import { lazy, Suspense, useState } from "react";
import type { ListCalls } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";

const ShareDialog = lazy(() => import("./ShareDialog"));

export type ShareButtonProps = {
  /** The call that makes the link. */
  call: NonNullable<ListCalls["share"]>;
  /** The path of the lot's list. */
  route: string;
  id: string;
  /** The name of the lot. */
  title: string;
};

/** A button that shares a lot with strangers. */
export function ShareButton(props: ShareButtonProps) {
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
