// Prints what happens, as it happens: signatures, devices that come and go, changes of the settings. Needs Node 22 or
// newer, which has WebSocket.
//   node events.mjs

const { FLOE_URL, FLOE_API_KEY } = process.env
const url = `${FLOE_URL.replace(/^http/, 'ws')}/api/events`

// Credentials go into the subprotocol, so that they don't end up in a proxy's log.
const socket = new WebSocket(url, [`apikey.${FLOE_API_KEY}`])
socket.onmessage = ({ data }) => {
  const entry = JSON.parse(data)
  console.log(`${entry.timestamp ?? ''} ${entry.type}: ${entry.message ?? ''}`)
}
socket.onclose = ({ code }) => {
  console.error(`Closed (${code})`)
  process.exit(1)
}
