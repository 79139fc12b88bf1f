/** Requests for extra images can fail, and are then given back. */
export const extraImageStates = [
  `alter table extra_image_requests
    add column state text not null default 'waiting'
      check (state in ('waiting', 'done', 'failed')),
    add column attempts integer not null default 0`,
  `update extra_image_requests set state = 'done' where images is not null`,
  `drop index extra_image_requests_due`,
  `create index extra_image_requests_due on extra_image_requests (due_at)
    where state = 'waiting'`,
];
