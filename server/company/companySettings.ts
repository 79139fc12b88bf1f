import type { Kysely } from "kysely";
import type { InformationPageReply } from "../../generated/schemas";
import type { Tables } from "../platform/database";
import {
  findRecord,
  findRecords,
  singleKey,
  uniqueKeyOf,
  type RecordData,
} from "../workspace/records";

type ByLanguage = Readonly<Record<"en" | "ru", string>>;

/** The company's part of the configuration that every page carries. */
export type CompanyConfiguration = {
  companyLinks?: readonly { label: string | ByLanguage; href: string }[];
  announcement?: ByLanguage;
  notice?: ByLanguage;
};

/** More links leave no room for the name of the page. */
const mostLinks = 8;

/**
 * Returns links, announcement and notice from the settings of the company and its
 * information pages. A part that is not filled in is left out, so that `config.json` holds.
 */
export async function companyConfiguration(
  kysely: Kysely<Tables>,
): Promise<CompanyConfiguration> {
  const [company = {}, pages] = await Promise.all([
    findRecord(kysely, { row: "company", uniqueKey: singleKey }),
    findRecords(kysely, { row: "information", limit: 100 }),
  ]);
  const links = [...pageLinks(pages), ...contactLinks(company)];
  const announcement = textsOf(company, "banner");
  const notice = textsOf(company, "notice");
  return {
    ...(links.length > 0 && { companyLinks: links.slice(0, mostLinks) }),
    ...(announcement && { announcement }),
    ...(notice && { notice }),
  };
}

/** The bank account of the company. */
export type CompanyBank = {
  holder: string;
  account: string;
  name: string | null;
  branch: string | null;
  swift: string | null;
  address: string | null;
};

/** Returns the company's bank account; null without its holder or its number. */
export async function findBank(
  kysely: Kysely<Tables>,
): Promise<CompanyBank | null> {
  const company =
    (await findRecord(kysely, { row: "company", uniqueKey: singleKey })) ?? {};
  const holder = textOf(company.bankHolder);
  const account = textOf(company.bankAccount);
  if (holder === undefined || account === undefined) return null;
  return {
    ...{ holder, account },
    name: textOf(company.bankName) ?? null,
    branch: textOf(company.bankBranch) ?? null,
    swift: textOf(company.bankSwift) ?? null,
    address: textOf(company.bankAddress) ?? null,
  };
}

/** Returns the page at a path of the portal; null if it has not been written. */
export async function findInformation(
  kysely: Kysely<Tables>,
  path: string,
): Promise<InformationPageReply["page"]> {
  const found = await findRecord(kysely, {
    row: "information",
    uniqueKey: uniqueKeyOf({}, { "x-unique": ["path"] }, { path }) ?? "",
  });
  const title = found && textsOf(found, "title");
  const text = found && textsOf(found, "text");
  return title && text ? { title, text } : null;
}

const pageLinks = (pages: readonly RecordData[]) =>
  pages
    .filter(({ isLinked }) => isLinked === true)
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .flatMap((page) => {
      const label = textsOf(page, "title");
      const href = textOf(page.path);
      return label && href ? [{ label, href }] : [];
    });

const orderOf = ({ order }: RecordData): number =>
  typeof order === "number" ? order : Infinity;

function contactLinks(company: RecordData) {
  const [phone, email, whatsapp, telegram] = [
    ...[company.phone, company.email, company.whatsapp, company.telegram],
  ].map(textOf);
  return [
    phone && { label: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, "")}` },
    email && { label: email, href: `mailto:${email}` },
    whatsapp && { label: "WhatsApp", href: `https://wa.me/${whatsapp}` },
    telegram && { label: "Telegram", href: `https://t.me/${telegram}` },
  ].filter((link) => typeof link === "object");
}

/** Returns a text in both languages; the text of one language stands for both. */
function textsOf(record: RecordData, name: string): ByLanguage | undefined {
  const [en, ru] = [textOf(record[`${name}En`]), textOf(record[`${name}Ru`])];
  const text = en ?? ru;
  return text === undefined ? undefined : { en: en ?? text, ru: ru ?? text };
}

/** A declaration may change while records stay, so that a value may have another type. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
