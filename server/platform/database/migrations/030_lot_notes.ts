/** Notes of managers about lots, which clients read. */
export const lotNotes = [
  `create table lot_notes (
    kind text not null,
    lot_id bigint not null,
    text text not null check (text <> ''),
    author_id bigint,
    updated_at timestamptz not null,
    primary key (kind, lot_id)
  )`,
];
