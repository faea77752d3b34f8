import { beforeAll, expect, it } from 'vitest'
import { inVolume, makeVolume } from './support/containers.ts'
import { startFloe } from './support/floe.ts'
import { type Group, sharedGroup } from './support/group.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

/** The real user and group of the server's process, which is the container's first. */
const IDS = ['sh', '-c', "awk '/^[UG]id:/ { print $2 }' /proc/1/status"]

describeWithDocker('In a container that may do little, the image', () => {
  let group: Group

  beforeAll(async () => {
    group = await sharedGroup()
  })

  it('signs on a read-only root, with no capability and no new privileges', async (scope) => {
    const volume = await makeVolume(scope)
    const floe = await startFloe(scope, {
      ...{ network: group.network, volume },
      with: (image) =>
        image
          .withReadOnlyRoot()
          .withDroppedCapabilities('ALL')
          .withSecurityOpt('no-new-privileges:true'),
    })

    await floe.configure(group)

    await expectSignature(floe, group)
    expect((await floe.exec('touch', '/app/x')).stderr).toMatch(/Read-only file system/)
    expect((await floe.exec('floe', 'healthcheck')).code).toBe(0)
    expect((await floe.exec(...IDS)).stdout).toBe('1000\n1000\n')
  })

  it('runs as any user that owns the data folder', async (scope) => {
    const volume = await makeVolume(scope)
    // Docker resets the owner of an empty volume to the image's each time.
    await inVolume(volume, 'touch /data/.kept; chown -R 4242:4242 /data')
    const floe = await startFloe(scope, {
      ...{ network: group.network, volume },
      with: (image) => image.withUser('4242:4242'),
    })

    await floe.configure(group)

    await expectSignature(floe, group)
    expect((await floe.exec(...IDS)).stdout).toBe('4242\n4242\n')
  })

  it('becomes PUID:PGID when started as root, and takes over the folder', async (scope) => {
    const volume = await makeVolume(scope)
    await inVolume(volume, 'chown 0:0 /data')
    const floe = await startFloe(scope, {
      ...{ network: group.network, volume },
      environment: { PUID: '4343', PGID: '4344' },
      with: (image) => image.withUser('0'),
    })

    await floe.configure(group)

    await expectSignature(floe, group)
    expect((await floe.exec(...IDS)).stdout).toBe('4343\n4344\n')
    const owners = await inVolume(volume, "find /data -printf '%u:%g\\n' | sort -u")
    expect(owners).toBe('4343:4344\n')
  })

  it('becomes PUID:PGID with only the four capabilities that the CasaOS package leaves it', async (scope) => {
    const volume = await makeVolume(scope)
    await inVolume(volume, 'mkdir -m 0700 /data/old; touch /data/old/x; chown -R 4545:4545 /data')
    const floe = await startFloe(scope, {
      ...{ network: group.network, volume },
      environment: { PUID: '1000', PGID: '1000' },
      with: (image) =>
        image
          .withUser('0')
          .withReadOnlyRoot()
          .withDroppedCapabilities('ALL')
          .withAddedCapabilities('CHOWN', 'DAC_READ_SEARCH', 'SETGID', 'SETUID')
          .withSecurityOpt('no-new-privileges:true'),
    })

    await floe.configure(group)

    await expectSignature(floe, group)
    expect((await floe.exec(...IDS)).stdout).toBe('1000\n1000\n')
    const status = (await floe.exec('cat', '/proc/1/status')).stdout
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect((await floe.exec('cat', '/proc/1/limits')).stdout).toMatch(/^Max core file size +0 +0 /m)
  })

  it('is user 1000 when started as root without PUID and PGID', async (scope) => {
    const floe = await startFloe(scope, { with: (image) => image.withUser('0') })

    expect((await floe.exec(...IDS)).stdout).toBe('1000\n1000\n')
  })
})
