import type { Resource } from "../../../domain/resource";
import { bundledResources } from "./bundledWorkspace";
import { listIn, readChoices, readFacets } from "./facets";
import {
  coerceToSchema,
  readList as readTexts,
  readMoment,
  readNumber,
} from "./coerceToSchema";
import { schemaOf } from "./schemas";
import { totalsIn, withTotals } from "../../../domain/summary";
import { isFields, type Fields } from "../../../domain/formats";

type Read = (reply: unknown) => unknown;
const coerced = (ref: string, value: unknown): unknown =>
  coerceToSchema(schemaOf(ref), value, schemaOf);

const fieldsOf = (reply: unknown): Fields => (isFields(reply) ? reply : {});

const replyOf = (id: string) => `${id}#/definitions/reply`;

function readList({ calls, row }: Resource, reply: Fields): Fields {
  const { rows, counters, totals } = calls.list;
  const read = (listIn(reply[rows]) ?? []).map((item) => coerced(row, item));
  return {
    ...reply,
    [rows]: read,
    pageInfo: numbersIn(fieldsOf(reply.pageInfo)),
    ...withTotals(totals, numbersIn(totalsIn(reply, totals))),
    ...(counters ? { [counters]: readCounters(reply[counters]) } : {}),
  };
}

const numbersIn = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      readNumber(value) ?? undefined,
    ]),
  );

const readCounters = (counters: unknown) =>
  (listIn(counters) ?? []).map(fieldsOf).map(({ status, count }) => ({
    status: String(status),
    count: readNumber(count) ?? 0,
  }));

const readOptions: Read = (reply) => ({
  success: true,
  options: readChoices(reply) ?? [],
});

const optionsOf =
  (id: string): Read =>
  (reply) =>
    coerced(replyOf(id), { success: true, options: listIn(reply) ?? [] });

/** Reads days, given as texts or as options. */
const readDays: Read = (reply) => ({
  success: true,
  options: (readChoices(reply) ?? []).flatMap(({ value }) => {
    const day = readMoment(value)?.slice(0, 10);
    return day === undefined ? [] : [{ value: day, label: day }];
  }),
});

const readPlacedBid: Read = (reply) => {
  const fields = fieldsOf(reply);
  const result = coerced(
    "place-bid#/definitions/result",
    fields.result ?? fields,
  );
  return { success: true, result };
};

/** Reads a chat; messages without a text or a time are dropped. */
const readChat: Read = (reply) => {
  const { chat, isRead } = fieldsOf(reply);
  const entries = (listIn(chat) ?? [])
    .map((entry) => coerced("bid-chat#/definitions/entry", entry))
    .filter((entry) => isFields(entry) && Boolean(entry.id && entry.time));
  return { success: true, chat: entries, isRead: isRead !== false };
};

const readLogs: Read = (reply) => ({
  success: true,
  logs: (listIn(fieldsOf(reply).logs) ?? []).map((entry) =>
    coerced("bid-logs#/definitions/entry", entry),
  ),
});

/** Reads saved searches. Calls need an id, so searches without it are dropped. */
const readSearches: Read = (reply) => {
  const found = (listIn(fieldsOf(reply).items) ?? [])
    .map((search) => coerced("my-search#/definitions/item", search))
    .filter((search) => isFields(search) && Boolean(search.id));
  return { success: true, items: found, counter: found.length };
};

/** Reads a bike. Servers write inspections in many ways; its page reads every value. */
const readBike = ({ inspection = null, ...lot }: Fields): Fields => ({
  ...fieldsOf(coerced("bike-detail", lot)),
  inspection,
});

const readCountries: Read = (reply) =>
  (readChoices(reply) ?? []).map(({ value, label }) => ({
    value: Number(value),
    label,
  }));

/** Reads a lot, which is the whole reply or its `detail`. */
const readDetail = (reply: unknown, { pageType }: Resource): unknown => {
  const whole = fieldsOf(reply);
  const lot = isFields(whole.detail) ? whole.detail : whole;
  if (!("lotInfo" in lot)) return reply;
  if ("bikeCommonDetail" in lot)
    return { success: true, detail: readBike(lot) };
  const ussCounter = lot.ussCounter ?? { ussLimit: Number.MAX_SAFE_INTEGER };
  const detail = fieldsOf(coerced("lot-detail", { ...lot, ussCounter }));
  const common = fieldsOf(detail.carCommonDetail);
  const { extraImages = { state: "none" } } = common;
  const hasExtraImages = pageType === "auction" && common.isUss === true;
  const carCommonDetail = hasExtraImages ? { ...common, extraImages } : common;
  return { success: true, detail: { ...detail, carCommonDetail } };
};

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^(https?:\/\/|\/(?!\/))\S+$/.test(value);

/** Reads extra photos: the first list, or text with `#`, that has addresses. */
const readExtraImages: Read = (reply) => {
  const lists = [reply, ...Object.values(fieldsOf(reply))].map(readTexts);
  const images = lists.find((list) => list.some(isAddress)) ?? [];
  return { success: true, state: "done", images: images.filter(isAddress) };
};

/**
 * Reads the translated picture of a sheet. The specification does not say where its
 * address is: it is the reply, or the first address among the values of the reply.
 */
const readTranslation: Read = (reply) => ({
  success: true,
  rows: [],
  image: addressIn(reply),
});

const addressIn = (reply: unknown): string | null =>
  [reply, ...Object.values(fieldsOf(reply))]
    .flatMap((value) => [value, ...Object.values(fieldsOf(value))])
    .find(isAddress) ?? null;

const readers = new Map<string, Read>([
  ["/bid/group", optionsOf("bid-group")],
  ["/bid/type", optionsOf("bid-type")],
  ["/bid/chat", readChat],
  ["/bid/create", readPlacedBid],
  ["/bid/logs", readLogs],
  ["/car-auction/image-translate", readTranslation],
  ["/car-auction/uss-images", readExtraImages],
  ["/site/get-country-list", readCountries],
  ["/site/menu-counters", (reply) => coerced(replyOf("menu-counters"), reply)],
  ["/site/week-days", readDays],
  ["/user/my-search", readSearches],
]);
for (const resource of bundledResources) {
  const { list, facets, options = {}, detail } = resource.calls;
  readers.set(list.path, (reply) => readList(resource, fieldsOf(reply)));
  if (facets) readers.set(facets.path, (reply) => readFacets(resource, reply));
  for (const { path } of Object.values(options)) readers.set(path, readOptions);
  if (detail) readers.set(detail.path, (reply) => readDetail(reply, resource));
}

/**
 * Converts a reply of a server written from the specification alone to our
 * schemas, by the path of its call. Such a server may omit and add fields, send
 * ids as numbers and photos as one text, and nest its lists differently.
 * Replies of other paths are not changed.
 */
export const readForeignReply = (path: string, reply: unknown): unknown =>
  readers.get(path)?.(reply) ?? reply;
