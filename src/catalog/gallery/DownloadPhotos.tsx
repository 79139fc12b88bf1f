import { useMutation } from "@tanstack/react-query";
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
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => request<DownloadImagesReply>(path, { query: { id } }),
    onSuccess: ({ link }) => {
      if (!link) return;
      const anchor = document.createElement("a");
      anchor.href = serverAddress(link);
      anchor.target = "_blank";
      anchor.rel = "noopener";
      anchor.click();
    },
  });
  return (
    <>
      <Button isPending={isPending} onClick={() => mutate()}>
        {!isPending && <Icon name="download" size={16} />}
        {t("lot.photos.download")}
      </Button>
      {data && !data.link && (
        <Notice tone="error" role="alert">
          {t("lot.photos.noLink")}
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}
