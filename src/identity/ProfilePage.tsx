import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useState, type ReactNode } from "react";
import { largestBid } from "../../domain/bidRules";
import { formatYen } from "../../domain/money";
import { vocabularyKey } from "../../domain/vocabulary";
import { PageHeader } from "../layout/PageHeader";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { useSignedIn } from "../providers/session";
import { Button } from "../ui/Button";
import { FactBox } from "../ui/FactList";
import { PartFailure } from "../ui/PartBoundary";
import { preloadable } from "../ui/preloadable";
import { Skeleton } from "../ui/Skeleton";
import type { GetCountryListReply } from "../../generated/schemas";
import { request } from "../providers/http";
import { AccountSettings } from "./AccountSettings";
import { LinkButton } from "../ui/LinkButton";
import { AlertSettings } from "./AlertSettings";
import styles from "./ProfilePage.module.css";

const [ProfileForm] = preloadable(
  () => import("./ProfileForm"),
  PartFailure,
  <Skeleton height={420} />,
);

/**
 * The user's personal data and company, which the user can edit, settings, and the
 * balance and limits.
 */
export default function ProfilePage() {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const { detail, balanceInfo, role } = useSignedIn();
  const { isOwnServer, resources } = useWorkspace();
  const consignees = resources.find(({ name }) => name === "consignees");
  const country = useCountryName(detail.countryId);
  const lastLogin = lastLoginText(detail.lastLogin);
  const isBidder = role === "client" || role === "dealer";
  const limit = (used: number | undefined, of: number) =>
    used === undefined ? String(of) : t("profile.used", { used, limit: of });
  return (
    <>
      <PageHeader
        title={t("profile.title")}
        actions={
          <>
            {isOwnServer && (
              <LinkButton to="/profile/security">
                {t("security.title")}
              </LinkButton>
            )}
            <LinkButton to="/change-password" kind="standard">
              {t("auth.changePassword.title")}
            </LinkButton>
          </>
        }
      />
      {isEditing && (
        <div className={styles.edited}>
          <ProfileForm
            detail={detail}
            onClose={() => {
              setEditing(false);
            }}
          />
        </div>
      )}
      <div className={styles.page}>
        {!isEditing && (
          <>
            <Facts
              tools={
                <Button
                  onClick={() => {
                    setEditing(true);
                  }}
                >
                  {t("form.edit")}
                </Button>
              }
              title={t("profile.personal")}
              facts={[
                [t("fields.profile.fullName"), detail.fullName],
                [t("fields.profile.email"), detail.email],
                [t("fields.profile.mobile"), detail.mobile],
                [t("fields.profile.countryId"), country],
                [t("fields.profile.city"), detail.city],
                [t("fields.profile.address"), detail.address],
                [
                  t("profile.lastLogin"),
                  lastLogin && t("profile.japanTime", { moment: lastLogin }),
                ],
              ]}
            />
            <Facts
              title={t("profile.company")}
              tools={
                consignees?.calls.create && (
                  <LinkButton to={consignees.route} kind="standard">
                    {t("resources.consignees.title")}
                  </LinkButton>
                )
              }
              facts={[
                [t("fields.profile.company"), detail.company],
                [t("fields.profile.officePhone"), detail.officePhone],
              ]}
            />
            {detail.destination !== undefined && (
              <PriceChoices
                destination={detail.destination}
                currency={detail.currency ?? null}
              />
            )}
          </>
        )}
        <AccountSettings detail={detail} />
        {detail.alerts && <AlertSettings saved={detail.alerts} />}
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
                  : formatYen(largestBid(balanceInfo)),
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

/** The destination and the currency of the prices that the user sees. */
function PriceChoices({
  destination,
  currency,
}: {
  destination: string | null;
  currency: string | null;
}) {
  const t = useT();
  const translate = useTranslate();
  return (
    <Facts
      title={t("profile.prices")}
      facts={[
        [
          t("fields.profile.destination"),
          destination &&
            translate(vocabularyKey("place", destination), { _: destination }),
        ],
        [t("fields.profile.currency"), currencyName(currency ?? "JPY")],
      ]}
    />
  );
}

/** Returns the code of a currency with its name in the reader's language. */
const currencyName = (code: string): string =>
  [
    code,
    new Intl.DisplayNames(currentLanguage(), {
      type: "currency",
      fallback: "none",
    }).of(code),
  ]
    .filter(Boolean)
    .join(", ");

type FactsProps = {
  title: string;
  tools?: ReactNode;
  /** Null and empty values are shown as missing. */
  facts: readonly (readonly [label: string, value: string | null])[];
};

function Facts({ title, tools, facts }: FactsProps) {
  const t = useT();
  return (
    <FactBox
      title={title}
      tools={tools}
      layout="rows"
      facts={facts.map(([label, value]) => ({
        label,
        value: value || (
          <span className={styles.missing}>{t("profile.missing")}</span>
        ),
      }))}
    />
  );
}

/** Formats the time of the last login in Japan, as lists of users show it. */
const lastLoginText = (time: string | null): string | null =>
  time &&
  new Intl.DateTimeFormat(currentLanguage() === "ru" ? "ru-RU" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Asia/Tokyo",
  }).format(new Date(time));

/** Returns the name of a country in the reader's language, "…" until it is loaded. */
function useCountryName(id: number | null): string | null {
  const countries = useQuery({
    queryKey: ["countries", currentLanguage()],
    queryFn: ({ signal }) =>
      request<GetCountryListReply>("/site/get-country-list", { signal }),
    enabled: id !== null,
    staleTime: Infinity,
  });
  if (id === null) return null;
  const found = countries.data?.find(({ value }) => value === id);
  // Without the list the number says that the profile has a country.
  return found?.label ?? (countries.isPending ? "…" : String(id));
}
