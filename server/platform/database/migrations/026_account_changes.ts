/** The number of the last change of an account, for the live stream. */
export const accountChanges = [
  `alter table accounts add column seq bigint not null default 0`,
  `create index accounts_seq on accounts (seq)`,
];
