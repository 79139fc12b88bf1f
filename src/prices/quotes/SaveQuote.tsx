import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { preloadableDialog } from "../../ui/DialogFailure";
import type { SavedPrice } from "./SaveQuoteDialog";

const [SaveQuoteDialog, preload] = preloadableDialog(
  () => import("./SaveQuoteDialog"),
);

/** The button that saves the price on the card as a quote. */
export function SaveQuote(price: SavedPrice) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        onPointerEnter={() => void preload()}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t("prices.quotes.save")}
      </Button>
      {isOpen && (
        <SaveQuoteDialog
          {...price}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
