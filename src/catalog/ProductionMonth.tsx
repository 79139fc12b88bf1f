import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import type { LotDetail, ProductionMonthReply } from "../../generated/schemas";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { Box } from "../ui/Box";
import { FactList } from "../ui/FactList";
import { Skeleton } from "../ui/Skeleton";
import styles from "./LotPage.module.css";

type CarInfo = NonNullable<ProductionMonthReply["carInfo"]>;

const detailNames = [
  "modelName",
  "modelCode",
  "gradeCode",
  "trimCode",
  "colorCode",
  "engineNo",
  "transmission",
  "catalogNo",
  "code",
  "description",
] as const satisfies readonly (keyof CarInfo)[];

/** When a car was built. An unknown number and a failed call give the same text. */
export default function ProductionMonth({
  lot,
  pageType,
}: {
  lot: LotDetail;
  pageType: string;
}) {
  const t = useT();
  const translate = useTranslate();
  const { id, lotNumber } = lot.carCommonDetail;
  const { maker, model, chassisId, serial } = lot.carInfo;
  const { data, isPending } = useQuery({
    queryKey: ["production-month", pageType, id],
    queryFn: ({ signal }) =>
      request<ProductionMonthReply>(`/${pageType}/production-month`, {
        query: known({
          carId: id,
          maker,
          model,
          chassis: [chassisId, serial].filter(Boolean).join("-"),
          auction: lot.lotInfo.auctionName,
          lotNo: lotNumber,
        }),
        signal,
      }),
  });
  const car = data?.carInfo;
  return (
    <Box title={t("lot.production.title")}>
      {!isPending && !car ? (
        <p className={styles.text}>{t("lot.production.empty")}</p>
      ) : (
        <div className={styles.factList}>
          {isPending && <Skeleton height={52} />}
          {car && (
            <FactList
              layout="grid"
              facts={[
                { label: t("lot.production.month"), value: monthText(car) },
                ...detailNames.flatMap((name) => {
                  const value = car[name];
                  const label = translate(`lot.production.${name}`);
                  return value ? [{ label, value }] : [];
                }),
              ]}
            />
          )}
        </div>
      )}
    </Box>
  );
}

const monthText = ({ year, month }: CarInfo): string =>
  `${String(month).padStart(2, "0")}/${year}`;

const known = (
  values: Readonly<Record<string, string | null>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    ),
  );
