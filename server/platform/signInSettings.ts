/** The settings of accounts and of the ways to log in, as properties of the schema. */
export const signInSettings = {
  sessionsPerUser: {
    type: "integer",
    minimum: 1,
    maximum: 100000,
    default: 100,
    description:
      "Open sessions of one user; a further sign-in ends the one that was not used for the longest time.",
  },
  sessionDays: {
    type: "integer",
    minimum: 1,
    maximum: 3650,
    default: 90,
    description:
      "Days after its login at which a session ends at the latest, also if it is used each day.",
  },
  keepUnconfirmedDays: {
    type: "integer",
    minimum: 2,
    maximum: 3650,
    default: 30,
    description:
      "Days after which an account is erased whose owner has not confirmed the e-mail.",
  },
  newPasswordLength: {
    type: "integer",
    minimum: 6,
    maximum: 64,
    default: 8,
    description:
      "Fewest characters of a new password. Passwords that are set already stay valid.",
  },
  humanCheckUrl: {
    type: "string",
    maxLength: 1000,
    pattern: "^$|^https?://[^/\\s?#@]+(/[^\\s#]*)?$",
    format: "addresses",
    default: "",
    description:
      "Address at which the service against robots checks an answer, such as https://www.google.com/recaptcha/api/siteverify. It needs HUMAN_CHECK_SCRIPT, HUMAN_CHECK_SITE_KEY and HUMAN_CHECK_SECRET. Without it there is no check.",
  },
  humanCheckScript: {
    type: "string",
    maxLength: 1000,
    pattern: "^$|^https?://[^/\\s?#@,;]+(/[^\\s#,;]*)?$",
    format: "addresses",
    default: "",
    description:
      "Script of that service that draws the check: reCAPTCHA, hCaptcha, Turnstile or one with the same functions.",
  },
  humanCheckOrigins: {
    type: "string",
    maxLength: 1000,
    pattern: "^$|^https?://[^/\\s,;]+/?(\\s*,\\s*https?://[^/\\s,;]+/?)*$",
    default: "",
    description:
      "Further origins whose scripts, styles and frames the check needs, comma separated, such as https://www.gstatic.com. Pages for visitors may load from these and from the origin of the script.",
  },
  humanCheckSiteKey: {
    type: "string",
    maxLength: 200,
    default: "",
    description: "Public key of the check.",
  },
  humanCheckSecret: {
    type: "string",
    maxLength: 500,
    default: "",
    description: "Secret of the check, which only the server sends.",
  },
  requireFactor: {
    type: "string",
    enum: ["off", "managers"],
    default: "off",
    description:
      "Who must have a second factor. managers: a manager or administrator without one can only set it up after logging in.",
  },
  ssoIssuer: {
    type: "string",
    maxLength: 500,
    pattern:
      "^$|^https://[^/\\s?#@]+(/[^\\s?#]*)?$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^\\s?#]*)?$",
    default: "",
    description:
      "Issuer of the OpenID Connect provider for single sign-on, such as https://login.example.com. It needs SSO_CLIENT_ID and SSO_CLIENT_SECRET. Without it there is no single sign-on.",
  },
  ssoClientId: {
    type: "string",
    maxLength: 200,
    default: "",
    description:
      "Client id of the portal at the provider. The provider needs the redirect address PUBLIC_URL/sso.",
  },
  ssoClientSecret: {
    type: "string",
    maxLength: 500,
    default: "",
    description: "Secret of this client.",
  },
  ssoName: {
    type: "string",
    maxLength: 60,
    default: "SSO",
    description:
      "Name of the provider on the button of the login page: Log in with SSO.",
  },
  ssoScope: {
    type: "string",
    maxLength: 500,
    pattern: "^openid( [\\w:./-]+)*$",
    default: "openid email profile",
    description:
      "Scopes that the portal asks for; some providers need a scope for groups.",
  },
  ssoGroupsClaim: {
    type: "string",
    maxLength: 200,
    default: "groups",
    description: "Claim with the groups of a person.",
  },
  ssoRoles: {
    type: "string",
    maxLength: 4000,
    pattern:
      "^$|^\\s*[^=,]+=\\s*(client|dealer|manager|admin)\\s*(,\\s*[^=,]+=\\s*(client|dealer|manager|admin)\\s*)*$",
    default: "",
    description:
      "Roles of the provider's groups, such as portal-admins=admin, sales=manager. The first entry with a group of the person counts, at each login; a person without such a group is refused. Without it roles are given in the portal.",
  },
  ssoRequired: {
    type: "string",
    enum: ["off", "managers", "all"],
    default: "off",
    description:
      "Who can log in only by single sign-on. managers: managers and administrators; all: everybody. An administrator whose account is not connected keeps the password.",
  },
} as const;
