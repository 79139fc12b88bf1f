import { DialogFailure } from "../ui/DialogFailure";
import { preloadable } from "../ui/preloadable";

/** The popup, which loads when it is first opened, because it brings MUI. */
export const [LazyPopup, preloadPopup] = preloadable(
  async () => ({ default: (await import("../ui/Popup")).Popup }),
  DialogFailure,
);
