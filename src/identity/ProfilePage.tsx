import { formatYen } from "../../domain/money";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Facts } from "./Facts";
import { lastLoginText } from "./lastLoginText";
import styles from "./ProfilePage.module.css";

/** Who one is to the company, and what one may still bid. */
export default function ProfilePage() {
  const t = useT();
  const { detail, balanceInfo, role } = useSignedIn();
  const isBidder = role === "client" || role === "dealer";
  const limit = (used: number | undefined, of: number) =>
    used === undefined ? String(of) : t("profile.used", { used, limit: of });
  return (
    <>
      <PageHeader title={t("profile.title")} />
      <div className={styles.page}>
        <Facts
          title={t("profile.personal")}
          facts={[
            [t("profile.fullName"), detail.fullName],
            [t("profile.email"), detail.email],
            [t("profile.mobile"), detail.mobile],
            [t("profile.city"), detail.city],
            [t("profile.address"), detail.address],
            [t("profile.lastLogin"), lastLoginText(detail.lastLogin)],
          ]}
        />
        <Facts
          title={t("profile.company")}
          facts={[
            [t("profile.companyName"), detail.company],
            [t("profile.officePhone"), detail.officePhone],
            [
              t("profile.notify"),
              t(detail.bidEmailNotify ? "profile.on" : "profile.off"),
            ],
          ]}
        />
        {isBidder && (
          <Facts
            title={t("profile.money")}
            facts={[
              [t("profile.balance"), formatYen(balanceInfo.balance)],
              [t("profile.creditLimit"), formatYen(balanceInfo.creditLimit)],
              [
                t("profile.bidAllow"),
                balanceInfo.bidAllow === undefined
                  ? null
                  : formatYen(balanceInfo.bidAllow),
              ],
              [t("profile.activeBids"), formatYen(balanceInfo.activeBids)],
              [
                t("profile.dailyBidLimit"),
                limit(balanceInfo.bidsToday, balanceInfo.dailyBidLimit),
              ],
              [
                t("profile.dailyUssLimit"),
                limit(balanceInfo.ussBidsToday, balanceInfo.dailyUssLimit),
              ],
            ]}
          />
        )}
      </div>
    </>
  );
}
