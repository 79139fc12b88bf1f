/**
 * Records which sessions were opened with the public password of the demo
 * accounts. Older sessions of demo accounts count as such.
 */
export const demoSessions = [
  `alter table sessions
    add column uses_demo_password boolean not null default false`,
  `update sessions set uses_demo_password = true
    from users
    where users.id = sessions.user_id
      and users.email_key like '%seriba.test'`,
];
