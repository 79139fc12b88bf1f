/** A note of managers about a client, and the client's number at the auctions. */
export const clientNotes = [
  `alter table users add column note text, add column jas_client_id text`,
];
