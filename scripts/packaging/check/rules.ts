/** The stores' rules, and a few of our own; the ids are stable. */
export const rules = {
  'any/package-missing': ['error', 'there is no package of this store'],
  'any/file-missing': ['error', 'the store wants this file'],
  'any/yaml-invalid': ['error', 'this is no YAML'],
  'any/image-unpinned': ['error', 'an image is named by tag and digest: name:tag@sha256:…'],
  'any/image-placeholder': ['warning', 'digest is filled in at release'],
  'any/image-build': ['error', 'an image is pulled, never built at the owner’s'],
  'any/image-index': ['error', 'the digest is not that of the index that was given'],
  'any/image-platforms': ['error', 'the image has to be there for amd64 and arm64'],

  'umbrel/id-form': ['error', 'an id is lower-case letters, digits and hyphens'],
  'umbrel/id-folder': ['error', 'the folder is named like the id'],
  'umbrel/field-missing': ['error', 'the manifest lacks a field'],
  'umbrel/new-app': ['error', 'a new app has no release notes, no gallery and no icon'],
  'umbrel/default-login': ['error', 'a login that is shown has to be the one that is set'],
  'umbrel/deterministic-password': ['error', 'only where $APP_PASSWORD is the login, and always'],
  'umbrel/category': ['error', 'this is none of the store’s categories'],
  'umbrel/port-reserved': ['error', 'this port belongs to Umbrel'],
  'umbrel/port-taken': ['error', 'another app has this port'],
  'umbrel/exports-shell': ['error', 'exports.sh is sourced: no exit, cd or set'],
  'umbrel/hook-executable': ['error', 'a hook has to be executable'],
  'umbrel/bind-uncommitted': ['error', 'what is mounted has to be in the package'],
  'umbrel/bind-bare': ['error', 'mount a folder below the app’s data, never all of it'],
  'umbrel/bind-outside': ['error', 'only the app’s own data may be mounted'],
  'umbrel/volume-long': ['error', 'volumes are written as source:target'],
  'umbrel/volume-named': ['warning', 'a named volume is lost to Umbrel’s backups'],
  'umbrel/docker-socket': ['error', 'the Docker socket is the whole machine'],
  'umbrel/proxy-missing': ['error', 'there is no app_proxy'],
  'umbrel/proxy-host': ['error', 'APP_HOST is <id>_<service>_1, of a service there is'],
  'umbrel/proxy-port': ['error', 'APP_PORT is the port that the app listens on'],
  'umbrel/proxy-sign-on': ['error', 'Umbrel’s sign-on stays in front of the app'],
  'umbrel/proxy-whitelist': ['warning', 'this opens more than single calls to everyone'],
  'umbrel/depends-unhealthy': ['error', 'service_healthy waits for a healthcheck there is not'],
  'umbrel/port-implicit': ['error', 'a port is published as host:container'],
  'umbrel/image-latest': ['warning', 'latest says nothing'],
  'umbrel/restart': ['warning', 'the policy is on-failure'],
  'umbrel/container-name': ['warning', 'Umbrel names containers itself'],
  'umbrel/networks': ['warning', 'Umbrel brings the network'],
  'umbrel/privileged': ['warning', 'this gives the container the machine'],
  'umbrel/host-network': ['warning', 'this goes past Umbrel’s proxy'],
  'umbrel/cap-add': ['warning', 'this needs a reason that we do not have'],
  'umbrel/user': ['error', 'the data folder belongs to 1000:1000'],
  'umbrel/stop-grace': ['error', 'a stop takes up to 10 s: allow for more'],
  'umbrel/backup-nonces': ['error', 'a nonce that comes back gives the share away: leave them out'],
  'umbrel/derived-key': ['error', 'a private key is never derived from Umbrel’s seed'],

  'startos/source-invalid': ['error', 'this is no TypeScript'],
  'startos/id': ['error', 'id stands in single quotes, where s9pk.mk finds it'],
  'startos/field-missing': ['error', 'the manifest lacks a field'],
  'startos/description-length': ['error', 'short has at most 80 characters, long 500'],
  'startos/version': ['error', 'a version is upstream:downstream'],
  'startos/arch': ['error', 'the manifest’s arch and the Makefile’s ARCHES differ'],
  'startos/makefile': ['error', 'the Makefile includes s9pk.mk'],
  'startos/icon-size': ['error', 'an icon has at most 40 KiB'],
  'startos/assets-empty': ['error', 'assets/ must not be empty'],
  'startos/license': ['error', 'LICENSE is that of Floe itself'],
  'startos/daemon-ready': ['error', 'each daemon has a ready check'],
  'startos/health-checks': ['error', 'server, relays and peers each have a health check'],
  'startos/actions': ['error', 'actions show the credentials and reset the password'],
  'startos/critical-task': ['error', 'the first set-up is a critical task'],
  'startos/backups': ['error', 'the volume main is backed up, without *-wal and *-shm'],
  'startos/backup-nonces': [
    'error',
    'a nonce that comes back gives the share away: leave them out',
  ],

  'casaos/field-missing': ['error', 'x-casaos lacks a field'],
  'casaos/field-recommended': ['warning', 'x-casaos should have this field'],
  'casaos/id-form': ['error', 'an id is like org.example.app'],
  'casaos/main-service': ['error', 'main names a service'],
  'casaos/port-map': ['error', 'port_map is a published port, in quotes'],
  'casaos/localized': ['error', 'texts stand by locale, and en_US is one'],
  'casaos/category': ['error', 'this is none of the store’s categories'],
  'casaos/image-latest': ['error', 'latest is refused'],
  'casaos/compose-config': ['error', 'docker compose config refuses the file'],
  'casaos/compose-unchecked': [
    'warning',
    'docker compose is not here: the file is unchecked by it',
  ],
} as const satisfies Record<string, readonly ['error' | 'warning', string]>

export type RuleId = keyof typeof rules

export interface Finding {
  rule: RuleId
  severity: 'error' | 'warning'
  file: string
  /** Counted from 1. */
  line: number
  message: string
}

/** Records that a line of a file breaks a rule; `detail` says how. */
export type Report = (rule: RuleId, at: { file: string; line?: number }, detail?: string) => void
