import Popover, { type PopoverActions } from "@mui/material/Popover";
import { useCallback, useRef, type ReactNode } from "react";
import { Dialog } from "./Dialog";
import { MuiTheme } from "./MuiTheme";
import { useFollowSize } from "./useSize";

/** Content beside the control that opens it on a desk, in a sheet on a phone. */
export function Popup({
  id,
  label,
  title = label,
  anchor,
  isPhone,
  className,
  onClose,
  children,
}: {
  id?: string;
  /** The accessible name. */
  label: string;
  /** The heading of the sheet, if it differs from the label. */
  title?: string;
  anchor: () => HTMLElement | null;
  isPhone: boolean;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const popover = useRef<PopoverActions>(null);
  const place = useCallback(() => popover.current?.updatePosition(), []);
  const paper = useFollowSize(place);
  return (
    <MuiTheme>
      {isPhone ? (
        <Dialog title={title} onClose={onClose}>
          {children}
        </Dialog>
      ) : (
        <Popover
          open
          action={popover}
          anchorEl={anchor}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          transitionDuration={0}
          disableScrollLock
          onClose={(event: object) => {
            // The second press of a double click belongs to the control that opened it.
            if (!("detail" in event) || Number(event.detail) < 2) onClose();
          }}
          slotProps={{
            paper: {
              ref: paper,
              id,
              role: "dialog",
              "aria-label": label,
              className,
              elevation: 0,
            },
          }}
        >
          {children}
        </Popover>
      )}
    </MuiTheme>
  );
}
