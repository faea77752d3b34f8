import type { ConfigReader } from './reader.ts'

/** igloo-server's placeholder and its default in tests, both publicly known. */
export const KNOWN_ADMIN_SECRETS = ['REQUIRED_ADMIN_SECRET_NOT_SET', 'ci-auto-admin-secret']

/** Variables of igloo-server (v0.1.8 to v1.1.0) that Floe ignores. Without NODE_ENV, which most images set. */
export const WITHOUT_EFFECT = [
  ...['HEADLESS', 'SKIP_ADMIN_SECRET_VALIDATION', 'AUTO_ADMIN_SECRET', 'DB_PATH'],
  ...['SESSION_SECRET', 'FINGERPRINT_SECRET', 'LOG_FINGERPRINT_FALLBACK', 'CLIENT_ID_TTL_MS'],
  ...['CREDENTIALS_SAVED_AT', 'ENV_SHARES_INCLUDE_RAW', 'VAULT_CLEANUP_INTERVAL_MS'],
  ...['AUTH_DERIVED_KEY_TTL_MS', 'AUTH_DERIVED_KEY_MAX_READS', 'AUTH_DERIVED_KEY_MAX_REHYDRATIONS'],
  ...['RATE_LIMIT_ENV_WRITE_WINDOW', 'RATE_LIMIT_ENV_WRITE_MAX', 'RATE_LIMIT_RECOVERY_WINDOW'],
  ...['RATE_LIMIT_RECOVERY_MAX', 'RATE_LIMIT_WS_UPGRADE_WINDOW', 'RATE_LIMIT_WS_UPGRADE_MAX'],
  ...['NIP46_SESSION_RATE_LIMIT_WINDOW', 'NIP46_SESSION_RATE_LIMIT_MAX'],
  ...['WS_MAX_CONNECTIONS_PER_IP', 'WS_MSG_RATE', 'WS_MSG_BURST', 'FROSTR_SIGN_TIMEOUT'],
  ...['NODE_RESTART_DELAY', 'NODE_MAX_RETRIES', 'NODE_BACKOFF_MULTIPLIER', 'NODE_MAX_RETRY_DELAY'],
  ...['NODE_HEALTH_MAX_RESTARTS', 'NODE_HEALTH_RESTART_DELAY', 'NODE_HEALTH_BACKOFF_MULTIPLIER'],
  ...['NODE_PUBLISH_METRICS', 'NODE_ALLOW_BENIGN_PUBLISH_SWALLOW', 'RELAY_ALLOW_BENIGN_SWALLOW'],
  ...['RELAY_PUBLISH_TIMEOUT', 'PUBLISH_EVENT_TIMEOUT_MS', 'PING_TIMEOUT_MS', 'ECHO_TIMEOUT_MS'],
  ...['SELF_ECHO_TIMEOUT_MS', 'CONNECTIVITY_PING_TIMEOUT_MS', 'INITIAL_CONNECTIVITY_DELAY'],
  ...['ERROR_CIRCUIT_THRESHOLD', 'ERROR_CIRCUIT_WINDOW_MS', 'ERROR_CIRCUIT_EXIT_CODE'],
] as const

/** Warns of variables that have an effect on igloo-server, and none here. */
export function warnOfIgnored({ text, warnings }: ConfigReader): void {
  const ignored = WITHOUT_EFFECT.filter((name) => text(name) !== undefined)
  if (ignored.length > 0) {
    warnings.push(`Variables of igloo-server that have no effect here: ${ignored.join(', ')}`)
  }
}
