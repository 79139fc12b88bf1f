import Popper, { type PopperProps } from "@mui/material/Popper";
import { useCallback, useEffect, useRef, type ReactNode } from "react";
import { MuiTheme } from "./MuiTheme";
import { useFollowSize } from "./useSize";

/** Keeps the card on the screen, beside or over its control if there is no room. */
const modifiers: PopperProps["modifiers"] = [
  { name: "preventOverflow", options: { altAxis: true, padding: 8 } },
];

type Instance = { update: () => Promise<unknown> };

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
  const popper = useRef<Instance>(null);
  const keep = useCallback((instance: Instance | null) => {
    popper.current = instance;
  }, []);
  const place = useCallback(() => void popper.current?.update(), []);
  const card = useFollowSize(place);
  return (
    <MuiTheme>
      <Popper
        open
        popperRef={keep}
        modifiers={modifiers}
        anchorEl={() => anchor() ?? document.body}
        placement="bottom-start"
        style={{ zIndex: "var(--z-bar)" }}
      >
        <div
          ref={card}
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
