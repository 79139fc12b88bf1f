import { useNotify } from "ra-core";
import { useState } from "react";
import type { Profile } from "../../generated/schemas";
import type { Row } from "../providers/dataProvider";
import { useT } from "../providers/i18n/useT";
import { versionTag } from "../providers/rowApi";
import { reloadProfile } from "../providers/session";
import { useSendWrite } from "../providers/write";
import { Box } from "../ui/Box";
import { FactList } from "../ui/FactList";
import SchemaForm from "../workspace/forms/SchemaForm";
import styles from "./ProfilePage.module.css";

/**
 * The form of the user's own data. It begins with the data that were on screen; data
 * that another tab has saved since are offered for comparison.
 */
export default function ProfileForm({
  detail,
  onClose,
}: {
  detail: Profile;
  onClose: () => void;
}) {
  const t = useT();
  const notify = useNotify();
  const sendWrite = useSendWrite();
  const [opened] = useState(detail);
  return (
    <Box title={t("profile.edit")}>
      <div className={styles.form}>
        <FactList
          layout="rows"
          facts={[{ label: t("fields.profile.email"), value: detail.email }]}
        />
        <SchemaForm
          body="update-profile#/definitions/body"
          row={rowOf(opened)}
          latest={detail.version === opened.version ? undefined : rowOf(detail)}
          submitLabel={t("form.save")}
          onCancel={onClose}
          onSubmit={async (body, current) => {
            await sendWrite({
              method: "PUT",
              path: "/user/update-profile",
              body,
              etag: versionTag(current ?? rowOf(opened)),
            });
            notify(t("form.saved"), { type: "success" });
            onClose();
            // The data are saved; the next call shows them if this one fails.
            await reloadProfile().catch(() => undefined);
          }}
        />
      </div>
    </Box>
  );
}

const rowOf = (detail: Profile): Row => ({ ...detail });
