import { createContext, useCallback, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";

/** Why a form with files cannot be sent yet: an upload runs, or one has failed. */
export type UploadState = "running" | "failed";

type Uploads = {
  /** The list whose records the form writes; files can be uploaded only for a list. */
  list: string | undefined;
  /** Notes the uploads of a field; null if all have ended. */
  note: (path: string, state: UploadState | null) => void;
};

/** The uploads of a form, which its fields with files report. */
export const UploadContext = createContext<Uploads>({
  list: undefined,
  note: () => undefined,
});

/**
 * Returns the context of a form's uploads, the errors of fields whose uploads have not
 * ended well, and whether there are such fields.
 */
export function useUploads(list: string | undefined) {
  const t = useT();
  const states = useRef(new Map<string, UploadState>());
  const [isUnfinished, setUnfinished] = useState(false);
  const note = useCallback((path: string, state: UploadState | null) => {
    if (state === null) states.current.delete(path);
    else states.current.set(path, state);
    setUnfinished(states.current.size > 0);
  }, []);
  return {
    context: { list, note },
    isUnfinished,
    errors: (): Record<string, string> =>
      Object.fromEntries(
        [...states.current].map(([path, state]) => [
          path,
          t(`widgets.files.${state}`),
        ]),
      ),
  };
}
