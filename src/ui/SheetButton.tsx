import { useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "./Button";

type SheetButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** Called before the dialog opens. */
  onOpen?: () => void;
  /** Renders the dialog. */
  dialog: (onClose: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function SheetButton({ onOpen, dialog, ...rest }: SheetButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...rest}
        aria-haspopup="dialog"
        onClick={() => {
          onOpen?.();
          setIsOpen(true);
        }}
      />
      {isOpen &&
        dialog(() => {
          setIsOpen(false);
        })}
    </>
  );
}
