import { useDataProvider, useNotify } from "ra-core";
import { useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import type { MessageKey } from "../../providers/i18n/keys";

export type Sending = {
  isSending: boolean;
  error: unknown;
  /** Sends once, however often it is pressed; resolves whether it was taken. */
  send: (body: object) => Promise<boolean>;
};

/** Publishes a change of a resource; nothing is lost when it is refused. */
export function usePublish(done: MessageKey): Sending {
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const t = useT();
  const running = useRef(false);
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: undefined,
  });
  return {
    ...state,
    send: async (data) => {
      if (running.current) return false;
      running.current = true;
      setState({ isSending: true, error: undefined });
      try {
        await dataProvider.create("workspace/changes", { data });
        setState({ isSending: false, error: undefined });
        notify(t(done), { type: "success" });
        return true;
      } catch (error) {
        setState({ isSending: false, error });
        return false;
      } finally {
        running.current = false;
      }
    },
  };
}
