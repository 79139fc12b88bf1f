import { useState } from "react";
import type { DownloadImagesReply } from "../../../generated/schemas";
import { serverAddress } from "../../providers/configuration";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";

/** A button that downloads all photos of a lot by a link that the server makes. */
export function DownloadPhotos({
  path,
  id,
}: {
  /** The call that makes the link. */
  path: string;
  id: string;
}) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<"missing" | { error: unknown } | null>(
    null,
  );
  const download = async () => {
    setPending(true);
    setResult(null);
    try {
      const { link } = await request<DownloadImagesReply>(path, {
        query: { id },
      });
      if (!link) setResult("missing");
      else {
        const anchor = document.createElement("a");
        anchor.href = serverAddress(link);
        anchor.target = "_blank";
        anchor.rel = "noopener";
        anchor.click();
      }
    } catch (error) {
      setResult({ error });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button isPending={isPending} onClick={() => void download()}>
        {!isPending && <Icon name="download" size={16} />}
        {t("lot.photos.download")}
      </Button>
      {result === "missing" && (
        <Notice tone="error" role="alert">
          {t("lot.photos.noLink")}
        </Notice>
      )}
      {result !== null && result !== "missing" && (
        <ErrorNotice error={result.error} />
      )}
    </>
  );
}
