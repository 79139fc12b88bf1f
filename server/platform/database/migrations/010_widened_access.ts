/** Records which parts of a list a published edit opened to more viewers. */
export const widenedAccess = [
  `alter table workspace_changes
    add column widened jsonb not null default '[]'`,
];
