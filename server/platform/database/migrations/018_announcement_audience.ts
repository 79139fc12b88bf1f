/**
 * The audience of an announcement is the name of a role, as in the list's fixed
 * condition. The history keeps the former names as text.
 */
export const announcementAudience = [
  `update records set data = jsonb_set(
      data, '{audience}', to_jsonb(rtrim(data ->> 'audience', 's')))
    where row_schema = 'announcement'
      and data ->> 'audience' in ('clients', 'dealers', 'managers')`,
];
