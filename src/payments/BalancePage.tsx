import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { largestBid } from "../../domain/bidRules";
import { formatYen } from "../../domain/money";
import { totalsIn } from "../../domain/summary";
import { PageHeader } from "../layout/PageHeader";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { refreshSession, useSignedIn } from "../providers/session";
import { useWorkspace } from "../providers/workspace";
import { FactBox } from "../ui/FactList";
import { LinkButton } from "../ui/LinkButton";
import { QueryFailure } from "../ui/QueryFailure";
import { AddFunds } from "./AddFunds";
import styles from "./payments.module.css";

/**
 * The money of a client: the balance with the sums that make it, and the funds for bids. Each
 * sum of rows leads to them.
 */
export default function BalancePage() {
  const t = useT();
  const { balanceInfo, role } = useSignedIn();
  const bids = role === "dealer" ? "/dealer-bids" : "/my-bids";
  const { balance, creditLimit, activeBids } = balanceInfo;
  const { sums, own, query } = useSums();
  const limit = (used: number | undefined, of: number) =>
    used === undefined ? String(of) : t("profile.used", { used, limit: of });
  const figure = (to: string, value: unknown): ReactNode =>
    typeof value === "number" ? (
      <Link to={to} className={styles.rows}>
        {formatYen(value)}
      </Link>
    ) : (
      "…"
    );
  return (
    <>
      <PageHeader
        title={t("payments.balance.title")}
        actions={
          <>
            <LinkButton to="/payments" kind="standard">
              {t("resources.payments.title")}
            </LinkButton>
            <AddFunds />
          </>
        }
      />
      <QueryFailure {...query} />
      <div className={styles.page}>
        <FactBox
          title={t("payments.balance.madeOf")}
          layout="rows"
          facts={[
            ...(own
              ? [
                  {
                    label: t("payments.balance.received"),
                    value: figure(own({ type: "remittance" }), sums.received),
                  },
                  {
                    label: t("payments.balance.spent"),
                    value: figure(own({ type: "purchase" }), sums.spent),
                  },
                ]
              : []),
            {
              label: t("profile.balance"),
              value: own
                ? figure(own({}), sums.amount ?? balance)
                : formatYen(balance),
              isStrong: true,
            },
          ]}
        />
        <FactBox
          title={t("payments.balance.forBids")}
          layout="rows"
          facts={[
            { label: t("profile.balance"), value: formatYen(balance) },
            {
              label: t("payments.balance.credit"),
              value: formatYen(creditLimit),
            },
            {
              label: t("payments.balance.held"),
              value: figure(bids, activeBids),
            },
            ...(balanceInfo.bidAllow === undefined
              ? []
              : [
                  {
                    label: t("profile.bidAllow"),
                    value: formatYen(largestBid(balanceInfo)),
                    isStrong: true,
                  },
                ]),
            {
              label: t("profile.dailyBidLimit"),
              value: limit(balanceInfo.bidsToday, balanceInfo.dailyBidLimit),
            },
            {
              label: t("profile.dailyUssLimit"),
              value: limit(balanceInfo.ussBidsToday, balanceInfo.dailyUssLimit),
            },
          ]}
        />
        <p className={styles.text}>{t("payments.balance.heldText")}</p>
      </div>
    </>
  );
}

type OwnPayments = (query: Readonly<Record<string, string>>) => string;

/**
 * Reads the profile again together with the sums of the viewer's own payments. `own` returns
 * the address of these payments; it is null if the server has no such list.
 */
function useSums() {
  const { role, viewer } = useSignedIn();
  const { resources } = useWorkspace();
  const list = resources.find(({ name }) => name === "payments");
  // Dealers see the payments of their clients, too.
  const ofViewer: Record<string, string> =
    role === "dealer" ? { user: viewer.userId } : {};
  const addressOf =
    (path: string): OwnPayments =>
    (query) => {
      const parameters = new URLSearchParams({ ...ofViewer, ...query });
      return parameters.size > 0 ? `${path}?${parameters.toString()}` : path;
    };
  const query = useQuery({
    queryKey: ["balance", viewer.userId],
    queryFn: async ({ signal }) => {
      const [, reply] = await Promise.all([
        refreshSession(signal),
        list &&
          request<object>(addressOf(list.calls.list.path)({}), { signal }),
      ]);
      return totalsIn(reply, list?.calls.list.totals);
    },
  });
  return {
    query,
    sums: query.data ?? {},
    own: list ? addressOf(list.route) : null,
  };
}
