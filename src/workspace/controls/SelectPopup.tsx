import type { RefObject } from "react";
import Popover from "@mui/material/Popover";
import { Dialog } from "../../ui/Dialog";
import { MuiTheme } from "../../ui/MuiTheme";
import { useListing } from "../listing/ListingContext";
import { OptionList, type OptionListProps } from "./OptionList";
import styles from "./SelectPopup.module.css";

type SelectPopupProps = OptionListProps & {
  id: string;
  anchor: RefObject<HTMLElement | null>;
};

/** The options of a select: a popover on a desk, a sheet on a phone. */
export default function SelectPopup(props: SelectPopupProps) {
  const { id, anchor, label, onClose } = props;
  const { isPhone } = useListing();
  const list = <OptionList {...props} />;
  return (
    <MuiTheme>
      {isPhone ? (
        <Dialog title={label} onClose={onClose}>
          {list}
        </Dialog>
      ) : (
        <Popover
          open
          anchorEl={() => anchor.current}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          transitionDuration={0}
          disableScrollLock
          onClose={onClose}
          slotProps={{
            paper: {
              id,
              role: "dialog",
              "aria-label": label,
              className: styles.paper,
              elevation: 0,
            },
          }}
        >
          {list}
        </Popover>
      )}
    </MuiTheme>
  );
}
