import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { simulateTime } from '../support/simulated-time.ts'

/** Answers each message after it has computed for half a second. */
const SLOW = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (message) => {
    const end = performance.now() + 500
    while (performance.now() < end);
    parentPort.postMessage(message)
  })`

test('no simulated time passes while a thread computes, nor while it starts', async () => {
  const time = simulateTime({ onTestFinished }, () => 0)
  const startedAt = Date.now()
  const thread = new Worker(SLOW, { eval: true })
  onTestFinished(async () => {
    await thread.terminate()
  })
  const answer = () => new Promise((resolve) => thread.once('message', resolve))

  for (const n of [1, 2]) {
    thread.postMessage(n)
    expect(await time.until(answer())).toBe(n)
  }

  expect(Date.now() - startedAt).toBe(200)
})

test('a thread that has ended owes no answer, whatever it is sent', async () => {
  const thread = new Worker('', { eval: true })
  await once(thread, 'exit')
  thread.postMessage('too late')

  const time = simulateTime({ onTestFinished }, () => 0)
  const startedAt = Date.now()
  await time.pass(1_000)
  expect(Date.now() - startedAt).toBe(1_000)
})
