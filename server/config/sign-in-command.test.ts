import { describe, expect, it } from 'vitest'
import { createConfigReader } from './reader.ts'
import { readSignInLink, type Surroundings } from './sign-in-command.ts'

const ID = '3f2a'.repeat(16)

const at = (around: Partial<Surroundings>, environment: Record<string, string> = {}) =>
  readSignInLink(createConfigReader(environment), {
    ...{ program: '/home/anna/floe/dist/server', folder: '/home/anna/floe' },
    ...{ home: '/home/anna', mounts: '', ...around },
  })

const IMAGE = '/app/dist/server'
const docker = `761 748 254:1 /var/lib/docker/containers/${ID}/hostname /etc/hostname rw - ext4`
const podman = `70 65 0:45 /containers/overlay-containers/${ID}/userdata/hostname /etc/hostname rw`

describe('how a sign-in link is made', () => {
  it.each([
    ['docker', docker, 'docker exec 3f2a3f2a3f2a floe sign-in-link'],
    ['podman', podman, 'podman exec 3f2a3f2a3f2a floe sign-in-link'],
    ['a container of another kind', '1 0 0:1 / / rw', 'floe sign-in-link'],
  ])('is what reaches into this container of %s', (_, mounts, text) => {
    expect(at({ program: IMAGE, mounts })).toEqual({ by: 'command', text })
  })

  it('is what the package says, command or action', () => {
    const command = 'docker compose exec floe floe sign-in-link'
    expect([
      at({ program: IMAGE, mounts: docker }, { SIGN_IN_COMMAND: command }),
      at({ program: IMAGE }, { SIGN_IN_ACTION: 'Sign-in Link', SIGN_IN_COMMAND: command }),
    ]).toEqual([
      { by: 'command', text: command },
      { by: 'action', text: 'Sign-in Link' },
    ])
  })

  const NPM = 'npm --prefix ~/floe run --silent floe sign-in-link'
  it.each<[string, Partial<Surroundings>, Record<string, string>, string]>([
    ['an installation in the home folder', {}, {}, NPM],
    ['a container for development', { mounts: docker }, {}, NPM],
    ['the sources', { program: '/home/anna/floe/server/config' }, {}, NPM],
    [
      'one elsewhere',
      { program: '/opt/floe/dist/server', folder: '/opt/floe' },
      { HOST_PORT: '8002' },
      'npm --prefix /opt/floe run --silent floe sign-in-link',
    ],
    [
      'one in a folder with a space',
      { program: "/srv/Anna's floe/dist/server", folder: "/srv/Anna's floe" },
      {},
      "npm --prefix '/srv/Anna'\\''s floe' run --silent floe sign-in-link",
    ],
    ['one that was started in another folder', { folder: '/tmp' }, {}, `DATA_DIR=/tmp/data ${NPM}`],
    [
      'one with a data folder, a port and a key file of its own',
      {},
      { DATA_DIR: '../data', HOST_PORT: '9000', SECRET_KEY_FILE: '/run/secrets/key' },
      `DATA_DIR=~/data HOST_PORT=9000 SECRET_KEY_FILE=/run/secrets/key ${NPM}`,
    ],
    ['one with a key in its environment', {}, { SECRET_KEY: 'hush' }, `SECRET_KEY='…' ${NPM}`],
  ])('is a command from any folder for %s', (_, around, environment, text) => {
    expect(at(around, environment)).toEqual({ by: 'command', text })
  })
})
