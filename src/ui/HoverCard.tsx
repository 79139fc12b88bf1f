import Popper from "@mui/material/Popper";
import { useEffect, type ReactNode } from "react";
import { MuiTheme } from "./MuiTheme";

/**
 * Content beside a control that is pointed at. The caller keeps it open while the
 * pointer is on the control or on the content. Escape closes it.
 */
export function HoverCard({
  anchor,
  label,
  className,
  onEnter,
  onLeave,
  onClose,
  children,
}: {
  anchor: () => HTMLElement | null;
  /** The accessible name. */
  label: string;
  className: string | undefined;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The key is used: the list keeps its selection.
      event.preventDefault();
      onClose();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
    };
  }, [onClose]);
  return (
    <MuiTheme>
      <Popper
        open
        anchorEl={() => anchor() ?? document.body}
        placement="bottom-start"
        style={{ zIndex: "var(--z-bar)" }}
      >
        <div
          role="group"
          aria-label={label}
          className={className}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
        >
          {children}
        </div>
      </Popper>
    </MuiTheme>
  );
}
