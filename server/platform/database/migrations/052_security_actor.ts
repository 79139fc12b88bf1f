/** Says what acted where no user did, such as the command line. */
export const securityActor = [
  `alter table security_events add column actor text`,
];
