import { useState } from "react";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { preloadableDialog } from "../ui/DialogFailure";

const [AddFundsDialog, preload] = preloadableDialog(
  () => import("./AddFundsDialog"),
);

/** A button that opens the dialog with the bank account of the company. */
export function AddFunds() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="primary"
        onPointerEnter={() => void preload()}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t("payments.addFunds.title")}
      </Button>
      {isOpen && (
        <AddFundsDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
