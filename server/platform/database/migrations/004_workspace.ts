/**
 * Published edits of declarations and their history. Documents are `json`, not
 * `jsonb`, because the order of keys matters. `version` is the id of the last
 * change.
 */
export const workspace = [
  `create table workspace_changes (
    id bigint generated always as identity primary key,
    resource text not null,
    kind text not null,
    undoes bigint references workspace_changes (id),
    author_id bigint,
    author_name text not null,
    at timestamptz not null,
    reason text not null,
    before json not null,
    after json not null
  )`,
  `create index workspace_changes_resource on workspace_changes (resource, id)`,
  `create index workspace_changes_undoes on workspace_changes (undoes)
    where undoes is not null`,
  `create table workspace_overlays (
    resource text primary key,
    base json not null,
    target json not null,
    version bigint not null references workspace_changes (id),
    is_exported boolean not null default false
  )`,
];
