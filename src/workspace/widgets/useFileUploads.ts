import { useEffect, useRef, useState } from "react";
import type { FileEntry } from "../../../domain/fileField";
import { CallError } from "../../providers/CallError";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { uploadFile } from "../../providers/uploadFile";

/** A file that is not uploaded yet. */
export type Upload = {
  key: number;
  file: File;
  state: "waiting" | "running" | "failed";
  /** The share of the bytes that have been sent. */
  share: number;
  error: string | null;
  /** Whether another attempt can have another end. */
  canRetry: boolean;
};

/** The server takes three uploads of a person at once. */
const atOnce = 2;

/**
 * Uploads the files of a field, two at once, and returns the unfinished uploads.
 * Files that the field does not accept fail at once. All uploads end with the component.
 */
export function useFileUploads({
  list,
  field,
  refuse,
  onDone,
}: {
  list: string;
  field: string;
  /** Returns why a file is not accepted, or null. */
  refuse: (file: File) => string | null;
  /** Takes the uploaded file and the key of its upload, which rises in the chosen order. */
  onDone: (file: FileEntry, key: number) => void;
}) {
  const t = useT();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef<readonly Upload[]>([]);
  const calls = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = calls.current;
    return () => {
      for (const call of running.values()) call.abort();
    };
  }, []);

  const set = (next: readonly Upload[]) => {
    latest.current = next;
    setUploads(next);
  };
  const patch = (key: number, part: Partial<Upload>) => {
    set(
      latest.current.map((upload) =>
        upload.key === key ? { ...upload, ...part } : upload,
      ),
    );
  };
  const drop = (key: number) => {
    set(latest.current.filter((upload) => upload.key !== key));
  };
  const startNext = () => {
    const isWaiting = ({ state }: Upload) => state === "waiting";
    const free = atOnce - calls.current.size;
    for (const upload of latest.current.filter(isWaiting).slice(0, free))
      void start(upload);
  };
  const start = async ({ key, file }: Upload) => {
    const call = new AbortController();
    const { signal } = call;
    calls.current.set(key, call);
    patch(key, { state: "running", share: 0, error: null });
    const onShare = (share: number) => {
      patch(key, { share });
    };
    try {
      const uploaded = await uploadFile({ list, field, file, signal, onShare });
      drop(key);
      done.current(uploaded, key);
    } catch (error) {
      if (signal.aborted) return;
      const ofField =
        error instanceof CallError ? error.errors.name?.[0] : undefined;
      patch(key, {
        ...{ state: "failed", canRetry: ofField === undefined },
        error: ofField ?? errorText(error, t),
      });
    } finally {
      calls.current.delete(key);
      if (!signal.aborted) startNext();
    }
  };

  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file): Upload => {
        const error = refuse(file);
        lastKey.current += 1;
        return {
          ...{ key: lastKey.current, file, share: 0, error, canRetry: false },
          state: error === null ? "waiting" : "failed",
        };
      });
      set([...latest.current, ...added]);
      startNext();
    },
    retry: (key: number) => {
      patch(key, { state: "waiting", error: null });
      startNext();
    },
    remove: (key: number) => {
      calls.current.get(key)?.abort();
      calls.current.delete(key);
      drop(key);
      startNext();
    },
  };
}
