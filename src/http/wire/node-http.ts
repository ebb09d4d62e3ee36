/** Node's HTTP, without the client for `fetch` and WebSocket, which its import as a module loads too: 6 MB that a server does not use. */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');
