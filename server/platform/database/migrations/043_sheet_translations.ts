/** Translated pictures of auction sheets, one for each picture and language. */
export const sheetTranslations = [
  `create table sheet_translations (
    picture text not null,
    language text not null,
    address text not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    type text,
    primary key (picture, language)
  )`,
  `create index sheet_translations_due on sheet_translations (due_at)
    where state = 'waiting'`,
];
