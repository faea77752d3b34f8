// The connections of the clients that are not on npm: one socket a relay, dialled again when it closes.
import { decrypt as nip04Decrypt } from 'nostr-tools/nip04'
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, getPublicKey, verifyEvent } from 'nostr-tools/pure'

const KIND = 24_133
const REDIAL_MS = 500

const now = () => Math.floor(Date.now() / 1000)

export class Wire {
  #options
  #key
  #sockets

  /**
   * @param {object} options
   * @param {Uint8Array} options.secretKey the app's
   * @param {string} options.remote the signer's key
   * @param {string[]} options.relays
   * @param {() => object} options.filter more fields of the filter, made for each connection
   * @param {(message: object) => void} options.hear gets each message of the signer, decrypted
   */
  constructor(options) {
    this.#options = options
    this.#key = getConversationKey(options.secretKey, options.remote)
    this.#sockets = options.relays.map((url) => this.#dial(url))
  }

  /** Resolves when one relay at least is connected. */
  async open() {
    await Promise.any(this.#sockets.map((socket) => socket.opened))
  }

  /** Sends a message, as a fresh event, to every relay that is connected. */
  send(message) {
    const { secretKey, remote } = this.#options
    const content = encrypt(JSON.stringify(message), this.#key)
    const tags = [['p', remote]]
    const event = finalizeEvent({ kind: KIND, created_at: now(), tags, content }, secretKey)
    for (const { socket } of this.#sockets) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(['EVENT', event]))
    }
  }

  #dial(url) {
    const relay = { socket: undefined, opened: undefined }
    const connect = () => {
      relay.socket = new WebSocket(url)
      relay.opened = new Promise((resolve) => {
        relay.socket.onopen = () => {
          const me = getPublicKey(this.#options.secretKey)
          const filter = { kinds: [KIND], '#p': [me], ...this.#options.filter() }
          relay.socket.send(JSON.stringify(['REQ', 'signer', filter]))
          resolve()
        }
      })
      relay.socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
      relay.socket.onclose = () => setTimeout(connect, REDIAL_MS)
    }
    connect()
    return relay
  }

  #receive([type, , event]) {
    const { remote, secretKey, hear } = this.#options
    if (type !== 'EVENT' || event.pubkey !== remote || !verifyEvent(event)) return
    try {
      hear(JSON.parse(decrypt(event.content, this.#key)))
    } catch {
      hear(JSON.parse(nip04Decrypt(secretKey, remote, event.content)))
    }
  }
}
