export { identity } from "./area";

// Users and their rights
export { createUser, hasUsers, type NewUser } from "./createUser";
export {
  findAdministrators,
  findClientRights,
  findRecipient,
  findViewer,
  lockUser,
} from "./findViewer";
export { rolePermissions } from "./permissions";
export { stopMailsOf } from "./profile";
export { rankOf, storedRank } from "./ranks";
export { AdministratorRefused, saveAdministrator } from "./saveAdministrator";
export { clientLists, userLists } from "./users/readUser";
export { liftRestriction, noteRights, readRights } from "./users/rightsChanges";
export type { AccountLimits, UserAccounts } from "./users/userAccounts";
export { createClientSource, createUserSource } from "./users/userSource";

// Access
export { findLinkToken, issueLinkToken } from "./tokens";
export { demoPassword, isPassword } from "./passwords";
export { securityNotes, type NoteSecurity } from "./securityLog";
export { endAllAccess, type Sessions } from "./sessions";
export { countAttempt, forgiveAttempt } from "./throttle";

export { mailSweep, type MailedUser } from "./mailSweep";
